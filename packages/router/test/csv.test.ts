import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { Controller, createRestRouter } from '../src/index.ts';
import { writeCsv } from '../src/parts/csv/write-csv.ts';
import { keepQuiet, onBothMajors } from './serve.ts';

class Post extends Rest {
  static csv = ['id', 'title', 'views', 'author.name'];
  static include = { author: true };
}
class Author extends Rest {}

const TABLES = [
  'create table author (id integer primary key, name text)',
  'create table post (id integer primary key, title text, views integer, author_id integer references author (id))',
  "insert into author (name) values ('Ada')",
  `insert into post (title, views, author_id) values ('One, "two"', -3, 1), ('=1+1', null, null)`,
];

onBothMajors('static csv', (serve) => {
  keepQuiet();
  const models = createModels('sqlite::memory:');
  before(async () => {
    for (const statement of TABLES) await sql.raw(statement).execute(models.kysely);
  });
  after(() => models.close());
  const open = (more = {}) =>
    serve({
      rules: [
        ['/post/:id?', 'rest'],
        ['/author/:id?', 'rest'],
      ],
      controllers: { post: Post, author: Author },
      model: models as never,
      ...more,
    }).agent;
  const LINES = ['id,title,views,author.name', '1,"One, ""two""",-3,Ada', "2,'=1+1,,", ''];

  it('answers a list as CSV', async () => {
    const { text, headers } = await open().get('/post?include=author').set('Accept', 'text/csv').expect(200);
    expect(text.split('\r\n')).to.deep.equal(LINES);
    expect(headers).to.include({ 'content-type': 'text/csv; charset=utf-8; header=present', vary: 'Accept' });
    const agent = open();
    await agent
      .get('/post?include=author')
      .set({ Accept: 'text/csv', 'If-None-Match': String(headers.etag) })
      .expect(304);
    const json = await agent
      .get('/post?include=author')
      .set({ Accept: 'application/json', 'If-None-Match': String(headers.etag) })
      .expect(200);
    // A cache names the tags of all that it has.
    await agent
      .get('/post?include=author')
      .set({ Accept: 'text/csv', 'If-None-Match': String(json.headers.etag) })
      .expect(200, text);
    await agent
      .get('/post?include=author')
      .set({ Accept: 'text/csv', 'If-Match': String(headers.etag) })
      .expect(200, text);
    const page = await agent.get('/post?pageSize=1&sort=-id&fields=id,title').set('Accept', 'text/csv').expect(200);
    expect(page.text).to.equal("id,title,author.name\r\n2,'=1+1,\r\n");
    expect(page.headers.link).to.contain('rel="next"');
    const none = await agent.get('/post?id=99').set('Accept', 'text/csv').expect(200);
    expect(none.text).to.equal(`${LINES[0]}\r\n`);
  });

  for (const [accept, type] of [
    [undefined, /json/],
    ['*/*', /json/],
    ['application/json, text/csv;q=0.9', /json/],
    ['text/csv, application/json;q=0.5', /csv/],
    ['text/*', /csv/],
    ['application/x-ndjson', /ndjson/],
    ['application/x-ndjson;q=0.5, text/csv', /csv/],
    ['text/csv;q=0.5, application/x-ndjson', /ndjson/],
    ['application/json; charset=utf-8', /json/],
    ['text/csv;header=present; charset=utf-8', /csv/],
    ['text/csv;charset=utf-8 ; q=0.1, application/json;q=0.5', /json/],
    ['', /json/],
  ] as const) {
    it(`chooses by Accept: ${accept}`, async () => {
      const test = open().get('/post');
      if (accept !== undefined) test.set('Accept', accept);
      await test.expect(200).expect('Content-Type', type);
    });
  }

  it('has the fields that a QUERY asks for', async () => {
    const asQuery = express();
    asQuery.use((req, _res, next) => {
      req.method = 'QUERY';
      next();
    });
    const options = {
      rules: [['/post/:id?', 'rest']] as const,
      controllers: { post: Post, author: Author },
      model: models,
      log: false,
    } as const;
    asQuery.use(createRestRouter(options));
    for (const fields of ['id,title', ['id', 'title']]) {
      const sent = supertest(asQuery).post('/post').set('Accept', 'text/csv').send({ fields, pageSize: 1 });
      expect((await sent.expect(200)).text).to.equal('id,title,author.name\r\n1,"One, ""two""",\r\n');
    }
  });

  it('is a list of an own action', async () => {
    class Report extends Controller {
      static csv = ['a', 'b'];
      getAction() {
        return [{ b: 2 }];
      }
    }
    const agent = serve({ rules: [['/report', 'rest']], controllers: { report: Report } }).agent;
    await agent.get('/report?fields=x').set('Accept', 'text/csv').expect(200, 'a,b\r\n,2\r\n');
  });

  it('has no envelope', async () => {
    const agent = open({ envelope: (data: unknown) => ({ data }) });
    const { text } = await agent.get('/post?include=author').set('Accept', 'text/csv').expect(200);
    expect(text.split('\r\n')).to.deep.equal(LINES);
  });

  it('refuses what it does not have', async () => {
    const agent = open();
    const { body } = await agent.get('/post').set('Accept', 'image/png').expect(406);
    expect(body.code).to.equal('E_NOT_ACCEPTABLE');
    await agent.get('/post/1').set('Accept', 'text/csv').expect(200).expect('Content-Type', /json/);
    await agent.get('/author').set('Accept', 'image/png').expect(200);
    await agent
      .get('/post?nope=1')
      .set('Accept', 'text/csv')
      .expect(400)
      .expect('Content-Type', /problem/);
  });

  it('is a list of columns', () => {
    for (const csv of [[], 'id', [1], true]) {
      class Wrong extends Rest {
        static csv = csv;
      }
      expect(() => open({ controllers: { post: Wrong, author: Author } }), String(csv)).to.throw('E_CONTROLLER_STATIC');
    }
  });
});

describe('writeCsv', () => {
  for (const [value, cell] of [
    [null, '""'],
    [undefined, '""'],
    ['', '""'],
    ['a', 'a'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-1+1', "'-1+1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['-12.50', '-12.50'],
    [-5, '-5'],
    [true, 'true'],
    [[1, 2], '"[1,2]"'],
    [{ a: '=' }, '"{""a"":""=""}"'],
  ] as const) {
    it(`writes ${JSON.stringify(value)}`, () => expect(writeCsv([{ a: value }], ['a'])).to.equal(`a\r\n${cell}\r\n`));
  }

  it('takes own members only', () => {
    expect(writeCsv([{}], ['constructor.name', '__proto__'])).to.equal('constructor.name,__proto__\r\n,\r\n');
  });
});
