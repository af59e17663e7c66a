import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, type RequestText, request } from './bytes.ts';

const CANARY = 'c4n4ry-of-a-cookie';

/** Has hooks that say so when they run, and an action for all other methods. */
class Caught extends Controller {
  override __before(): void {
    this.res.setHeader('X-Ran', '__before');
  }
  override __call(): unknown {
    return { called: this.req.method, params: { ...this.params } };
  }
  getAction(): unknown {
    return { read: true };
  }
}

/** A HEAD whose connection has nothing behind the head of the answer, not even where a GET has a body. */
const HEADS = (
  [
    ['a list', '/post', 200],
    ['a record', '/post/1', 200],
    ['a record that does not exist', '/post/999', 404],
    ['a controller without a store', '/plain/1', 200],
    ['a controller that does not exist', '/api/__proto__', 404],
    ['a path that no rule takes', '/nothing', 404],
    ['a capture that is refused', '/plain/%00', 400],
    ['a query that is refused', '/post?nothing=1', 400],
    ['a path that is too long', `/post/${'1'.repeat(3_000)}`, 414],
    ['a record, with a body', '/post/1', 200, { json: { title: 'changed' } }],
    ['a record, with a body of another type', '/post/1', 200, { body: 'a', fields: { 'Content-Type': 'text/plain' } }],
  ] as readonly (readonly [name: string, path: string, answer: number, text?: RequestText])[]
).map(([name, path, answer, text]): Attack => {
  return {
    name: `HEAD of ${name}`,
    // Read as if bodies came: one that does would be seen.
    send: ({ send }) => send(request('HEAD', path, text)),
    answer,
    check: (answers) => {
      expect(answers).to.have.length(1);
      expect(answers[0]?.body).to.equal('');
    },
  };
});

/** OPTIONS: the exact methods of a path, which are the same whether a record exists or not. */
const OPTIONS = (
  [
    ['a collection', '/post', 'GET, HEAD, QUERY, POST, OPTIONS'],
    ['a record', '/post/1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['a record that does not exist', '/post/999', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['an id that is none', '/post/x', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['a controller with two actions', '/plain', 'GET, HEAD, POST, OPTIONS'],
    ['a record of a controller with two actions', '/plain/1', 'GET, HEAD, OPTIONS'],
    ['a controller with hooks and __call', '/caught', 'GET, HEAD, OPTIONS'],
    ['a collection through a bulk rule', '/api/tag', 'GET, HEAD, QUERY, POST, OPTIONS'],
    ['the base class', '/any/rest', undefined],
    ['a prototype name', '/any/__proto__', undefined],
    ['a controller that no rule exposes', '/any/user', undefined],
    ['a path that no rule takes', '/nothing', undefined],
    ['the whole server', '*', undefined],
  ] as const
).map(([name, path, allow]): Attack => {
  return {
    name: `OPTIONS of ${name}`,
    send: async ({ send, models }) => {
      const { calls } = models;
      const answers = await send(request('OPTIONS', path));
      expect(models.calls, 'calls of the store').to.equal(calls);
      return answers;
    },
    answer: allow === undefined ? 404 : 204,
    check: ([answer]) => {
      expect(answer?.fields.get('allow')).to.equal(allow);
      expect(answer?.fields.has('x-ran')).to.equal(false);
      if (allow !== undefined) expect(answer?.body).to.equal('');
    },
  };
});

const preflight = {
  ...{ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
  ...{ 'Access-Control-Request-Headers': 'authorization', 'Access-Control-Request-Private-Network': 'true' },
};

const OTHERS: readonly Attack[] = [
  {
    name: 'a preflight of another origin gets no permission',
    send: request('OPTIONS', '/post/1', { fields: preflight }),
    answer: 204,
    check: ([answer]) => expect(answer?.head).not.to.match(/access-control|evil/i),
  },
  {
    name: 'a request of another origin gets no permission',
    send: request('GET', '/post/1', { fields: preflight }),
    answer: 200,
    check: ([answer]) => expect(answer?.head).not.to.match(/access-control|evil/i),
  },
  ...[
    ['/post/1', 405],
    ['/post', 405],
    ['/any/post/1', 405],
    ['/caught', 200],
    ['/nothing', 404],
  ].map(([path, answer]): Attack => {
    const fields = { Cookie: `session=${CANARY}`, Authorization: `Bearer ${CANARY}`, 'Max-Forwards': '0' };
    return {
      name: `TRACE of ${path} echoes no header field`,
      send: request('TRACE', String(path), { fields }),
      answer: Number(answer),
      check: ([{ head = '', body = '' } = {} as Partial<Answer>]) => {
        expect(head + body).not.to.include(CANARY);
        expect(head).not.to.include('message/http');
      },
    };
  }),
  {
    name: 'HEAD before GET on one connection: both answers are where they belong',
    send: ({ send }) => {
      const head = request('HEAD', '/post/1', { isKept: true }).toString('latin1');
      return send(head + request('GET', '/plain/2').toString('latin1'), true);
    },
    answer: 200,
    check: ([first, second]) => {
      expect(first?.head).to.match(/^HTTP\/1\.1 200 /);
      // Read without bodies: the second answer begins right behind the first head.
      expect(second?.head).to.match(/^HTTP\/1\.1 200 /);
      expect(second?.fields.get('content-length')).to.equal(
        String('{"params":{"id":"2"},"id":"2","query":{"id":"2"}}'.length),
      );
    },
  },
  ...['PURGE', 'TRACE', 'DELETE', 'PATCH', 'PUT'].map((method): Attack => {
    return {
      name: `${method} of a controller with __call runs that, with the parameters of the path alone`,
      send: request(method, '/caught/7?id=8', { json: { id: 9 }, fields: { id: '10' } }),
      answer: 200,
      check: ([answer]) => expect(answer?.json()).to.deep.equal({ called: method, params: { id: '7' } }),
    };
  }),
  ...['websocket', 'h2c', 'TLS/1.2, HTTP/1.1'].map((protocol): Attack => {
    const fields = {
      Connection: 'Upgrade, HTTP2-Settings, close',
      Upgrade: protocol,
      'HTTP2-Settings': 'AAMAAABkAAQAAP__',
    };
    return {
      name: `an upgrade to ${protocol} is not made`,
      send: request('GET', '/post/1', { fields }),
      answer: 200,
      check: ([answer]) => expect(answer?.fields.has('upgrade')).to.equal(false),
    };
  }),
];

describeAttacks('methods, what they tell', [...HEADS, ...OPTIONS, ...OTHERS], {
  controllers: { caught: Caught },
  rules: [['/caught/:id?', 'rest']],
});
