import { METHODS } from 'node:http';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import type { Target } from './target.ts';

const ON_COLLECTION = 'GET, HEAD, QUERY, POST, OPTIONS';
const ON_RECORD = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const REACHED = 'a member that is no action was reached';

/** Has members that look like actions of methods that no convention names. */
class Odd extends Controller {
  getAction(): unknown {
    return { method: this.req.method };
  }
  headAction = (): unknown => REACHED;
  optionsAction = (): unknown => REACHED;
  traceAction = (): unknown => REACHED;
  connectAction = (): unknown => REACHED;
  purgeAction(): unknown {
    return REACHED;
  }
  lockAction(): unknown {
    return REACHED;
  }
  copyAction(): unknown {
    return REACHED;
  }
  searchAction(): unknown {
    return REACHED;
  }
  'm-searchAction'(): unknown {
    return REACHED;
  }
}

/** Node closes the connection of what it has no listener for, without an answer. */
const NOTHING: Answer = { status: 0, head: '', fields: new Map(), body: '', json: () => undefined };

/** Send a request for a record that is made for it, and say what is left of that record. */
async function onRecord(target: Target, bytes: (id: number) => Buffer | string): Promise<[Answer, unknown]> {
  const { models, send } = target;
  const id = (await models.repository('post').insert({ title: 'own', views: 7 })) as number;
  try {
    const [answer = NOTHING] = await send(bytes(id));
    return [answer, models.rows('post').find((row) => row.id === id)];
  } finally {
    models.rows('post').splice(1);
  }
}

const OF_COLLECTION: Readonly<Record<string, number>> = {
  ...{ GET: 200, HEAD: 200, QUERY: 415, POST: 422, OPTIONS: 204, CONNECT: 0 },
};
const OF_RECORD: Readonly<Record<string, number>> = {
  ...{ GET: 200, HEAD: 200, PUT: 422, PATCH: 200, DELETE: 204, OPTIONS: 204, CONNECT: 0 },
};

/** What is refused for its method says which there are; what is not refused needs no more here. */
function saysAllow(answer: Answer | undefined, allow: string): void {
  if (answer?.status !== 405) return;
  expect(answer.json()).to.include({ code: 'E_METHOD' });
  expect(answer.fields.get('allow')).to.equal(allow);
}

const onCollection = METHODS.map(
  (method): Attack => ({
    name: `${method} of a collection`,
    send: async ({ send, models }) => {
      const before = structuredClone(models.rows('post'));
      const [answer = NOTHING] = await send(request(method, '/post'));
      expect(models.rows('post')).to.deep.equal(before);
      return answer;
    },
    answer: OF_COLLECTION[method] ?? 405,
    check: ([answer]) => saysAllow(answer, ON_COLLECTION),
  }),
);

const onOneRecord = METHODS.map(
  (method): Attack => ({
    name: `${method} of a record`,
    send: async (target) => {
      const [answer, left] = await onRecord(target, (id) => request(method, `/post/${id}`));
      if (method === 'DELETE') expect(left).to.equal(undefined);
      else expect(left).to.include({ title: 'own', views: 7 });
      return answer;
    },
    answer: OF_RECORD[method] ?? 405,
    check: ([answer]) => saysAllow(answer, ON_RECORD),
  }),
);

const members = ['PURGE', 'LOCK', 'COPY', 'SEARCH', 'M-SEARCH', 'TRACE', 'HEAD', 'OPTIONS', 'CONNECT'].map(
  (method): Attack => ({
    name: `${method} of a controller that has a member ${method.toLowerCase()}Action`,
    send: async ({ send }) => (await send(request(method, '/odd'))).concat(NOTHING),
    answer: { HEAD: 200, OPTIONS: 204, CONNECT: 0 }[method] ?? 405,
    check: ([answer]) => {
      expect(answer?.body).not.to.include(REACHED);
      if (method === 'HEAD')
        expect(answer?.fields.get('content-length')).to.equal('{"method":"HEAD"}'.length.toString());
      if (method === 'OPTIONS') expect(answer?.fields.get('allow')).to.equal('GET, HEAD, OPTIONS');
    },
  }),
);

/** Methods that HTTP/1.1 does not have: the parser refuses them, and no code of an application runs. */
const UNKNOWN = [
  ...['get', 'Get', 'GeT', 'delete', 'dELETE', 'post', 'FOO', 'GETX', 'GE', 'PROPFINDX', 'DELETEGET', 'GET,DELETE'],
  ...['GET/DELETE', 'G\0ET', 'G\xcbT', 'GET\t', ' DELETE', '"DELETE"', 'DELETE:', '(DELETE)', '*', '-', '0'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'before', '__before', '__call', '__after'],
  ...['getAction', 'deleteAction', 'attach', 'undefined', 'null', 'ACTION', 'DESCRIBE', 'TEARDOWN', 'PLAY', 'FLUSH'],
];
const unknown = UNKNOWN.map(
  (method): Attack => ({
    name: `a method ${JSON.stringify(method)}`,
    send: async (target) => {
      const [answer, left] = await onRecord(target, (id) => request(method, `/post/${id}`));
      expect(left).to.include({ title: 'own', views: 7 });
      return answer;
    },
    answer: 400,
    check: ([answer]) => {
      expect(answer?.body).to.equal('');
      expect(answer?.fields.get('connection')).to.equal('close');
    },
  }),
);

/** First lines of other protocols and versions, some of which the parser takes for its own. */
const LINES: readonly (readonly [name: string, line: string, answer: number | readonly number[]])[] = [
  ['DESCRIBE of RTSP', 'DESCRIBE /post/ID RTSP/1.0', [400, 405]],
  ['TEARDOWN of RTSP', 'TEARDOWN /post/ID RTSP/1.0', [400, 405]],
  ['SOURCE of Icecast', 'SOURCE /post/ID ICE/1.0', [400, 405]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0', 400],
  ['GET of HTTP/2 in HTTP/1', 'GET /post/ID HTTP/2.0', [400, 200]],
  ['POST of HTTP/2 without a length', 'POST /post HTTP/2.0', [400, 422]],
  ['PUT of HTTP/2 without a length', 'PUT /post/ID HTTP/2.0', [400, 422]],
  ['PATCH of HTTP/2 without a length', 'PATCH /post/ID HTTP/2.0', [400, 200]],
  ['QUERY of HTTP/2 without a length', 'QUERY /post HTTP/2.0', [400, 415]],
  ['PURGE of HTTP/2', 'PURGE /post/ID HTTP/2.0', [400, 405]],
  ['DELETE of HTTP/3', 'DELETE /post/ID HTTP/3.0', 400],
  ['DELETE of HTTP/1.2', 'DELETE /post/ID HTTP/1.2', 400],
  ['DELETE of http in small letters', 'DELETE /post/ID http/1.1', 400],
  ['DELETE of another protocol', 'DELETE /post/ID FTP/1.1', 400],
  ['two methods in a line', 'GET DELETE /post/ID HTTP/1.1', 400],
  ['a second version in a line', 'DELETE /post/ID HTTP/1.1 HTTP/1.1', 400],
  ['a method behind a tab', 'DELETE\t/post/ID HTTP/1.1', 400],
  ['a method without a path', 'DELETE HTTP/1.1', 400],
  ['a path without a method', '/post/ID HTTP/1.1', 400],
  ['CONNECT of an authority', 'CONNECT localhost:80 HTTP/1.1', 0],
];
const lines = LINES.map(
  ([name, line, answer]): Attack => ({
    name,
    send: async (target) => {
      const [given, left] = await onRecord(target, (id) => {
        return `${line.replace('ID', String(id))}\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      });
      expect(left).to.include({ title: 'own', views: 7 });
      return given;
    },
    answer,
  }),
);

describeAttacks('methods', [...onCollection, ...onOneRecord, ...members, ...unknown, ...lines], {
  controllers: { odd: Odd },
  rules: [['/odd/:id?', 'rest']],
});
