import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { askHttp2 } from './http2.ts';

const REACHED = 'a member that is no action was reached';

/** Every member that a method could be taken for. */
class Odd extends Controller {
  getAction(): unknown {
    return { read: true };
  }
  secretAction(): unknown {
    return REACHED;
  }
  purgeAction(): unknown {
    return REACHED;
  }
  override __before(): undefined {
    this.res.setHeader('X-Ran', '__before');
  }
}

/** Tokens that HTTP/2 hands over as a method; those of HTTP/1 would be refused by its parser. */
const TOKENS = [
  ...['get', 'Get', 'delete', 'DELETES', 'FOO', 'SECRET', 'secret', 'purge', 'GETACTION', 'PRI', '*', '$&', "'", '0'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'size'],
  ...['__before', '__call', '__after', 'before', 'getAction', 'secretAction', 'undefined', 'null', 'TRACE', 'LINK'],
];

const tokens = [...TOKENS, 'X'.repeat(2_000)].map(
  (method): Attack => ({
    name: `the method ${method.slice(0, 20)}`,
    send: async (target) => {
      const before = structuredClone(target.models.rows('post'));
      const answers = [];
      for (const path of ['/odd', '/post', '/post/1']) {
        answers.push(await askHttp2(target, { ':method': method, ':path': path }));
      }
      expect(target.models.rows('post')).to.deep.equal(before);
      return answers;
    },
    answer: 405,
    check: (answers) => {
      const allowed = answers.map(({ status, fields }) => [status, fields.get('allow'), fields.get('x-ran')]);
      expect(allowed).to.deep.equal([
        [405, 'GET, HEAD, OPTIONS', undefined],
        [405, 'GET, HEAD, QUERY, POST, OPTIONS', undefined],
        [405, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS', undefined],
      ]);
      for (const answer of answers) {
        expect(answer.json()).to.include({ code: 'E_METHOD' });
        expect(answer.body).not.to.include(REACHED);
      }
    },
  }),
);

const others: readonly Attack[] = (
  [
    ['a method with a space', { ':method': 'DELETE ', ':path': '/post/1' }, 0],
    ['two methods', { ':method': 'GET,DELETE', ':path': '/post/1' }, 0],
    ['no method', { ':method': '', ':path': '/post/1' }, 0],
    ['a method beyond ASCII', { ':method': 'D\xcbLETE', ':path': '/post/1' }, 0],
    ['a path without a slash', { ':path': 'post/1' }, 0],
    ['the absolute form', { ':path': 'http://localhost/any/rest' }, 0],
    ['a path with NUL', { ':path': '/any/post\0' }, 0],
    ['a path with a space', { ':path': '/any/po st' }, 0],
    ['a name of a controller with bytes beyond ASCII', { ':path': '/api/p\xf6st' }, 404],
    ['an overlong dot as bytes', { ':path': '/api/\xc0\xae\xc0\xae' }, 404],
    ['a method in a header field', { ':path': '/post/1', 'x-http-method-override': 'DELETE', _method: 'DELETE' }, 200],
    ['a method in the query', { ':path': '/post/1?_method=DELETE' }, 400],
    ['DELETE of a collection with an id in the query', { ':method': 'DELETE', ':path': '/post?id=1' }, 405],
    ['CONNECT', { ':method': 'CONNECT', ':authority': 'localhost:80' }, 405],
  ] as const
).map(([name, headers, answer]) => ({
  name,
  send: async (target) => {
    const before = structuredClone(target.models.rows('post'));
    const given = await askHttp2(target, headers);
    expect(target.models.rows('post')).to.deep.equal(before);
    return given;
  },
  answer,
}));

const ECHO: Attack = {
  name: 'parameters come from the path alone',
  send: async (target) => [
    await askHttp2(target, {
      ':path': '/mapped/a?first=b&fixed=no&second=c',
      first: 'b',
      fixed: 'no',
      cookie: 'first=b',
    }),
    await askHttp2(
      target,
      { ':method': 'POST', ':path': '/mapped/a', 'content-type': 'application/json' },
      '{"first":"b","fixed":"no"}',
    ),
  ],
  answer: 200,
  check: (answers) => {
    for (const { json } of answers) expect(json()).to.deep.include({ params: { first: 'a', fixed: 'yes' } });
  },
};

describeAttacks('methods, by HTTP/2', [...tokens, ...others, ECHO], {
  controllers: { odd: Odd },
  rules: [['/odd/:id?', 'rest']],
});
