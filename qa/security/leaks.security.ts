import { Readable } from 'node:stream';
import { defineLogic, defineRule } from '@rest-gen/logic';
import { Controller, type ControllerClass } from '@rest-gen/router';
import { expect } from 'chai';
import type { NextFunction } from 'express';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { driver, ERRORS, SECRET } from './failures.ts';
import { later, THROWN } from './odd-values.ts';
import { printed } from './printed.ts';

/** Where it is thrown, other than in an action itself. */
const PLACES: Readonly<Record<string, (this: Controller) => unknown>> = {
  'a rejection': () => later(1).then(() => Promise.reject(driver())),
  'a stream': () => new Readable({ read() { this.destroy(driver()); } }), // biome-ignore format: short
  'a getter of what is returned': () => ({ get a() { throw driver(); } }), // biome-ignore format: short
  'a toJSON': () => ({ toJSON() { throw driver(); } }), // biome-ignore format: short
  'a header field': function () { return this.success(1, { headers: { a: `${SECRET}\n` } }); }, // biome-ignore format: short
  'an error for Express': function () { return new Promise(() => (this.req as { next?: NextFunction }).next?.(driver())); }, // biome-ignore format: short
};

async function* begun(): AsyncGenerator<string> {
  yield 'begun';
  await new Promise(setImmediate);
  throw driver();
}

class Failing extends Controller {
  override __before(): void {
    if (this.id === 'before') throw driver();
  }
  getAction(): unknown {
    if (this.id === 'after') return 1;
    if (this.id === 'begun') return Readable.from(begun());
    const [kind, index] = String(this.id).split('-') as [string, string];
    if (kind === 'error') throw ERRORS[Number(index)]?.[1]();
    if (kind === 'odd') throw THROWN[Number(index)]?.[1];
    return Object.values(PLACES)[Number(index)]?.call(this);
  }
  override __after(): void {
    if (this.id === 'after') throw driver();
  }
}
class Unmade extends Controller {
  constructor() {
    super();
    throw driver();
  }
  getAction(): void {}
}

const careful = defineLogic({
  rules: [defineRule('asked', { testAsync: () => Promise.reject(driver()), message: 'no' })],
  postAction: {
    body: {
      pin: { string: true, secret: true, length: { min: 20 } },
      word: { string: true, secret: true, in: ['a', 'b'] },
      number: { int: true, secret: true },
      asked: { string: true, asked: true },
    },
  },
});
class Careful extends Controller<typeof careful> {
  postAction(): void {}
}

/** Nothing of the inside stands in an answer. */
function tellsNothing(answers: readonly Answer[]): void {
  expect(answers).to.have.length(1);
  const { head, body } = answers[0] as Answer;
  for (const text of [head, body]) {
    expect(text).not.to.match(/hunter2|insert into|er_parse|10\.0\.0\.7|\/etc\/|axios/i);
    expect(text).not.to.match(/\bat .*:\d+:\d+|node_modules|node:internal|\.[jt]s\b|file:\/\//);
    expect(text).not.to.include(process.cwd());
    expect(text).not.to.match(/rest-gen/i);
  }
  expect(body).not.to.match(/"(?:hint|tried|stack|cause|sql|expose)"/);
  if (body.startsWith('{')) expect(JSON.parse(body)).not.to.have.any.keys('hint', 'tried');
}

/** An attack in production, where failures are printed: that is not looked at here. */
function attack(name: string, bytes: Uint8Array, answer: Attack['answer'], isHead = false): Attack {
  return { name, send: async ({ send }) => (await printed(() => send(bytes, isHead)))[0], answer, check: tellsNothing };
}

const thrown: Attack[] = ERRORS.flatMap(([name, , status], index) => [
  attack(`what ${name} knows`, request('GET', `/failing/error-${index}?a=1`), status),
  attack(`what ${name} knows, asked by HEAD`, request('HEAD', `/failing/error-${index}?a=1`), status, true),
]);

const odd: Attack[] = THROWN.map(([name], index) =>
  attack(`a failure that throws ${name}, and is printed`, request('GET', `/failing/odd-${index}`), 500),
);

const places: Attack[] = [
  ...Object.keys(PLACES).map((name, index) =>
    attack(`an error in ${name}`, request('GET', `/failing/place-${index}`), 500),
  ),
  attack('an error in a stream that has begun', request('GET', '/failing/begun'), 200),
  attack('an error in __before', request('GET', '/failing/before'), 500),
  attack('an error in __after', request('GET', '/failing/after'), 500),
  attack('an error in a constructor', request('GET', '/unmade'), 500),
  attack('an error in an asynchronous rule', request('POST', '/careful', { json: { asked: 'x' } }), 500),
];

const echoed: Attack[] = [
  attack('a secret field that is too short', request('POST', '/careful', { json: { pin: SECRET } }), 422),
  attack('a secret field that is not in a list', request('POST', '/careful', { json: { word: SECRET } }), 422),
  attack('a secret field of another type', request('POST', '/careful', { json: { number: SECRET } }), 422),
  attack('a secret field that is an object', request('POST', '/careful', { json: { pin: { [SECRET]: SECRET } } }), 422),
  attack(
    'a secret in a body that is no JSON',
    request('POST', '/careful', { fields: { 'Content-Type': 'application/json' }, body: `{"pin": ${SECRET}}` }),
    400,
  ),
  attack(
    'a secret in a body that ends early',
    request('POST', '/careful', { fields: { 'Content-Type': 'application/json' }, body: `{"pin": "${SECRET}"` }),
    400,
  ),
  attack(
    'a secret in a body that goes on',
    request('POST', '/careful', { fields: { 'Content-Type': 'application/json' }, body: `{} ${SECRET}` }),
    400,
  ),
  attack(
    'a secret in a form that is JSON',
    request('POST', '/careful', {
      fields: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `{"pin":"${SECRET}"}`,
    }),
    415,
  ),
  attack(
    'credentials',
    request('GET', '/post/99', { fields: { Authorization: `Bearer ${SECRET}`, Cookie: `sid=${SECRET}` } }),
    404,
  ),
  attack('a secret in a query that is refused', request('GET', `/post?token=${SECRET}`), 400),
  attack('a password in the absolute form', request('GET', `http://name:${SECRET}@localhost/post/99`), 404),
];

/** A field that is hidden is to a client as one that is not there. */
const hidden: Attack[] = ['sort=', 'sort=-', 'fields=id,', 'secret[like]=', '', 'after=x&sort='].map((query) => {
  const asked = (field: string): Uint8Array =>
    request(
      'GET',
      query === ''
        ? `/post?${field}=x`
        : query.startsWith('secret')
          ? `/post?${field}[like]=x`
          : `/post?${query}${field}`,
    );
  return {
    name: `the query ${query}… does not tell a hidden field from one that is not there`,
    send: async ({ send }) => [...(await send(asked('secret'))), ...(await send(asked('qqqqqq')))],
    answer: 400,
    check: ([one, other]) => {
      expect(one?.body).to.equal(other?.body.replaceAll('qqqqqq', 'secret'));
      tellsNothing([one as Answer]);
    },
  };
});

const refused: Attack[] = [
  attack('a path that nobody has', request('GET', '/nothing'), 404),
  attack('a method that is not there', request('PUT', '/post', { json: {} }), 405),
  attack('a controller that is not there', request('GET', '/any/nobody'), 404),
  attack('the base class', request('GET', '/any/rest'), 404),
  attack('an escape that is none', request('GET', '/plain/%zz'), 400),
  attack(
    'a media type that is not read',
    request('POST', '/post', { fields: { 'Content-Type': 'text/x' }, body: 'x' }),
    415,
  ),
  attack('a field that is not there', request('POST', '/post', { json: { secre: 1, title: 'x' } }), 422),
];

const controllers: Readonly<Record<string, ControllerClass>> = {
  failing: Failing,
  unmade: Unmade,
  careful: Careful as ControllerClass,
};

describe('leaks', () => {
  const { NODE_ENV } = process.env;
  // It is read when the application and the router are made.
  before(() => {
    process.env.NODE_ENV = 'production';
  });
  after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });

  describeAttacks('in production', [...thrown, ...odd, ...places, ...echoed, ...hidden, ...refused], {
    rules: [
      ['/failing/:id', 'rest'],
      ['/unmade', 'rest'],
      ['/careful', 'rest'],
    ],
    controllers,
    logics: { careful },
  });
});
