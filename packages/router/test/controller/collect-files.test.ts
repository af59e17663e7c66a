import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import multer from 'multer';
import supertest from 'supertest';
import { collectFiles } from '../../src/core/dispatch/collect-files.ts';
import { Controller, createRestRouter } from '../../src/index.ts';
import { MAJORS } from '../serve.ts';

const _photo = { fieldname: 'photo', size: 1 };
const _other = { fieldname: 'photo', size: 2 };
const _text = { fieldname: 'text', size: 3 };

describe('readFiles', () => {
  it('does not change a prototype', () => {
    const upload = { fieldname: '__proto__' };
    const byField: unknown = JSON.parse('{ "__proto__": [{}] }');
    for (const left of [{ file: upload }, { files: [upload, upload] }, { files: byField }]) {
      const files = collectFiles(left);
      expect(Object.getPrototypeOf(files)).to.equal(null);
      expect(Object.keys(files)).to.deep.equal(['__proto__']);
    }
  });
});

/** Answers with the names of the files; a list is in brackets. */
class Thing extends Controller {
  static forms = true;
  postAction({ body }: { body: Record<string, unknown> }) {
    const docs: Express.Multer.File[] | undefined = this.file('docs');
    return {
      ...body,
      photo: this.file('photo')?.originalname,
      docs: docs?.map(({ originalname }) => originalname),
    };
  }
}

const logic = defineLogic({
  postAction: {
    body: { title: { string: true }, views: { int: true } },
    files: { photo: { file: true, image: true }, docs: { array: true, maxItems: 2, children: { file: true } } },
  },
});
const upload = multer();
const byField = upload.fields([{ name: 'photo' }, { name: 'docs' }]);

for (const [major, create] of MAJORS) {
  describe(`uploads of multer (${major})`, () => {
    /** Uploads are written `field=name`, with a space between. */
    const send = (middleware: RequestHandler, sent: string) => {
      const app = create();
      app.use(middleware);
      app.use(
        createRestRouter({ rules: [['/thing', 'rest']], controllers: { thing: Thing }, logics: { thing: logic } }),
      );
      const request = supertest(app).post('/thing').field('title', 'Hello').field('views', '7');
      for (const [, field = '', name = ''] of sent.matchAll(/(\S+)=(\S+)/g))
        request.attach(field, Buffer.from(name), name);
      return request;
    };

    for (const [what, middleware, sent, files] of [
      ['single', upload.single('photo'), 'photo=a.png', { photo: 'a.png' }],
      ['single without an upload', upload.single('photo'), '', {}],
      ['array with 1', upload.array('docs'), 'docs=a.txt', { docs: ['a.txt'] }],
      ['array with 2', upload.array('docs'), 'docs=a.txt docs=b.txt', { docs: ['a.txt', 'b.txt'] }],
      ['array with 1 for a file', upload.array('photo'), 'photo=a.png', { photo: 'a.png' }],
      ['array without an upload', upload.array('docs'), '', {}],
      ['any', upload.any(), 'docs=a.txt photo=a.png docs=b.txt', { photo: 'a.png', docs: ['a.txt', 'b.txt'] }],
      ['any with 1 of each', upload.any(), 'docs=a.txt photo=a.png', { photo: 'a.png', docs: ['a.txt'] }],
      ['fields', byField, 'docs=a.txt photo=a.png docs=b.txt', { photo: 'a.png', docs: ['a.txt', 'b.txt'] }],
      ['none', upload.none(), '', {}],
    ] as const) {
      it(`are read from ${what}`, async () => {
        const { body } = await send(middleware, sent).expect(200);
        expect(body).to.deep.equal({ title: 'Hello', views: 7, ...files });
      });
    }

    it('are refused when there are too many', async () => {
      const sent = 'photo=a.png photo=b.png docs=c docs=d docs=e';
      const { body } = await send(upload.any(), sent).expect(422);
      expect(body.errors.map(({ pointer, rule }: { pointer: string; rule: string }) => [pointer, rule])).to.deep.equal([
        ['/photo', 'file'],
        ['/docs', 'maxItems'],
      ]);
    });
  });
}
