import { expect } from 'chai';
import express5, { type ErrorRequestHandler, type RequestHandler } from 'express';
import express4 from 'express4';
import multer from 'multer';
import supertest from 'supertest';
import { asMiddleware } from '../src/as-middleware.ts';
import { defineLogic } from '../src/define-logic.ts';
import { collectFiles } from '../src/parse-request.ts';

const photo = { fieldname: 'photo', size: 1 };
const other = { fieldname: 'photo', size: 2 };
const text = { fieldname: 'text', size: 3 };

describe('collectFiles', () => {
  for (const [what, left, files] of [
    ['nothing', {}, {}],
    ['one upload', { file: photo }, { photo }],
    ['a list', { files: [photo, text] }, { photo: [photo], text: [text] }],
    ['two uploads of a field', { files: [photo, text, other] }, { photo: [photo, other], text: [text] }],
    ['an empty list', { files: [] }, {}],
    ['uploads by field', { files: { photo: [photo, other] } }, { photo: [photo, other] }],
    ['no files', { files: null }, {}],
  ] as const) {
    it(`reads ${what}`, () => expect({ ...collectFiles(left) }).to.deep.equal(files));
  }

  it('keeps __proto__ as a field', () => {
    const upload = { fieldname: '__proto__' };
    const byField: unknown = JSON.parse('{ "__proto__": [{}] }');
    for (const left of [{ file: upload }, { files: [upload, upload] }, { files: byField }]) {
      const files = collectFiles(left);
      expect(Object.getPrototypeOf(files)).to.equal(null);
      expect(Object.keys(files)).to.deep.equal(['__proto__']);
    }
  });
});

const logic = defineLogic({
  postAction: {
    body: { title: { string: true }, views: { int: true } },
    files: { photo: { file: true, image: true }, docs: { array: true, maxItems: 2, children: { file: true } } },
  },
});
const upload = multer();
const byField = upload.fields([{ name: 'photo' }, { name: 'docs' }]);

for (const [major, express] of [
  ['Express 5', express5],
  ['Express 4', express4 as unknown as typeof express5],
] as const) {
  describe(`collectFiles: multer and asMiddleware (${major})`, () => {
    const refuse: ErrorRequestHandler = (error, _req, res, _next) => {
      res.status(error.status).json(error.toProblem());
    };
    /** Uploads are written `field=name`, with a space between; the answer has the names of the files. */
    const send = (middleware: RequestHandler, sent: string) => {
      const app = express();
      app.post('/thing', middleware, asMiddleware(logic, 'postAction'), (_req, res) => {
        const { body, files } = res.locals.input;
        const { photo, docs } = files as { photo?: Express.Multer.File; docs?: Express.Multer.File[] };
        res.json({ ...body, photo: photo?.originalname, docs: docs?.map(({ originalname }) => originalname) });
      });
      app.use(refuse);
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
      it(`accepts uploads of ${what}`, async () => {
        const { body } = await send(middleware, sent).expect(200);
        expect(body).to.deep.equal({ title: 'Hello', views: 7, ...files });
      });
    }

    for (const [what, middleware, sent, pointer, rule] of [
      ['two uploads of a file', upload.any(), 'photo=a.png photo=b.png', '/photo', 'file'],
      ['too many uploads of a list', upload.any(), 'docs=a docs=b docs=c', '/docs', 'maxItems'],
      ['a field that is not declared', upload.any(), 'other=a', '/other', 'unknown'],
      ['an upload that a rule refuses', upload.single('photo'), 'photo=a.txt', '/photo', 'image'],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { body } = await send(middleware, sent).expect(422);
        const [error, ...more] = body.errors;
        expect(error).to.include({ in: 'files', pointer, rule });
        expect(more).to.deep.equal([]);
      });
    }
  });
}
