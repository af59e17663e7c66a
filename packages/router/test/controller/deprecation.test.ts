import { createServer, type RequestListener } from 'node:http';
import { expect } from 'chai';
import request from 'supertest';
import type { ControllerStatics } from '../../src/describe/contracts/statics.ts';
import { Controller, createRestRouter, StartError } from '../../src/index.ts';
import { keepQuiet, MAJORS } from '../serve.ts';

const SINCE = '@1767225600';
const GONE = 'Fri, 01 Jan 2027 00:00:00 GMT';
const LINK = '<https://example.com/v2>; rel="deprecation"';

class Old extends Controller {
  static deprecated = '2026-01-01';
  static sunset = new Date('2027-01-01');
  static deprecationLink = 'https://example.com/v2';
  getAction() {
    if (this.get('id') === '13') throw new Error('no luck');
    return this.success({ id: this.get('id') }, { headers: { link: '</old?page=2>; rel="next"' } });
  }
  putAction() {
    this.res.end('by itself');
  }
  deleteAction() {
    this.fail(403);
  }
}
class Half extends Controller {
  static deprecated = { postAction: '2026-01-01T00:00:00Z' };
  static sunset = { postAction: '2027-01-01', getAction: '2028-01-01' };
  static deprecationLink = '/docs/half';
  getAction() {
    return [];
  }
  postAction() {
    return {};
  }
}
class Fresh extends Controller {
  static deprecated = true;
  getAction() {
    return [];
  }
}
const options = {
  rules: [
    ['/old/:id?', 'rest'],
    ['/half/:id?', 'rest'],
    ['/fresh', 'rest'],
  ] as const,
  controllers: { old: Old, half: Half, fresh: Fresh },
  logics: {},
};
const servers: readonly (readonly [name: string, listener: RequestListener])[] = [
  ...MAJORS.map(([name, create]) => [name, create().use(createRestRouter(options))] as const),
  ['node:http', createRestRouter(options) as unknown as RequestListener],
];

/** What is said of the end. */
function noticeOf({ headers }: request.Response): unknown[] {
  return [headers.deprecation, headers.sunset, headers.link];
}

describe('deprecation', () => {
  keepQuiet();
  for (const [name, listener] of servers) {
    describe(`under ${name}`, () => {
      const agent = () => request(createServer(listener));

      it('is announced in every response', async () => {
        for (const [method, path, status] of [
          ['delete', '/old/1', 403],
          ['get', '/old/13', 500],
          ['put', '/old/1', 200],
          ['post', '/old/1', 405],
          ['options', '/old', 204],
        ] as const) {
          const response = await agent()[method](path);
          expect(response.status, `${method} ${path}`).to.equal(status);
          expect(noticeOf(response), `${method} ${path}`).to.deep.equal([SINCE, GONE, LINK]);
        }
      });

      it('is added to other links, also for HEAD', async () => {
        for (const response of [await agent().get('/old/1'), await agent().head('/old/1')]) {
          expect(noticeOf(response)).to.deep.equal([SINCE, GONE, `${LINK}, </old?page=2>; rel="next"`]);
        }
      });

      it('can be limited to one action', async () => {
        expect(noticeOf(await agent().post('/half').send({}))).to.deep.equal([
          SINCE,
          GONE,
          '</docs/half>; rel="deprecation"',
        ]);
        expect(noticeOf(await agent().get('/half'))).to.deep.equal([
          undefined,
          'Sat, 01 Jan 2028 00:00:00 GMT',
          undefined,
        ]);
        expect(noticeOf(await agent().options('/half'))).to.deep.equal([undefined, undefined, undefined]);
      });

      it('has no header field without a date', async () => {
        expect(noticeOf(await agent().get('/fresh'))).to.deep.equal([undefined, undefined, undefined]);
      });
    });
  }

  it('is described for each operation', () => {
    const { controllers } = createRestRouter(options).describe();
    const told = controllers
      .get('half')
      ?.collection.map(({ action, deprecated, sunset }) => [action, deprecated, sunset]);
    expect(told).to.deep.equal([
      ['getAction', false, new Date('2028-01-01')],
      ['postAction', new Date('2026-01-01'), new Date('2027-01-01')],
    ]);
    expect(controllers.get('fresh')?.collection[0]?.deprecated).to.equal(true);
  });

  for (const [statics, text] of [
    [{ deprecated: '2026-13-01' }, "static deprecated is '2026-13-01'"],
    [{ deprecated: '2026-02-30' }, "static deprecated is '2026-02-30'"],
    [{ deprecated: '2026-01-01T12:00' }, "static deprecated is '2026-01-01T12:00'"],
    [{ deprecated: { putAction: '2026-01-01' } }, "static deprecated is { putAction: '2026-01-01' }"],
    [{ deprecated: { getAction: 1 } }, 'static deprecated is { getAction: 1 }'],
    [{ sunset: true }, 'static sunset is true'],
    [{ deprecated: '2026-01-02', sunset: '2026-01-01' }, 'no earlier than static deprecated, 2026-01-02T00:00:00.000Z'],
    [{ deprecated: '2026-01-02', sunset: { getAction: '2026-01-01' } }, 'no earlier than static deprecated'],
    [{ deprecationLink: 'https://example.com/>; rel="x' }, 'static deprecationLink is'],
    [{ deprecationLink: 'http://[' }, "static deprecationLink is 'http://['"],
  ] as const) {
    it(`stops the start for ${JSON.stringify(statics)}`, () => {
      class Wrong extends Controller {
        getAction() {
          return 1;
        }
      }
      Object.assign(Wrong, statics as unknown as ControllerStatics);
      const start = () => createRestRouter({ rules: [['/wrong', 'rest']], controllers: { wrong: Wrong }, logics: {} });
      expect(start).to.throw(StartError, text).with.property('code', 'E_CONTROLLER_STATIC');
    });
  }

  it('can have the sunset at the same time', () => {
    class Same extends Controller {
      static deprecated = '2026-01-01T01:00:00+01:00';
      static sunset = '2026-01-01';
    }
    expect(() => createRestRouter({ rules: [], controllers: { same: Same }, logics: {} })).not.to.throw();
  });
});
