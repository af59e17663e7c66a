import { connect } from 'node:net';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, readAnswers, request } from './bytes.ts';
import { ambiguous, chunked, framed, head, JSON_TYPE } from './framing.ts';
import type { Target } from './target.ts';

/** What an attacker wants to be run in the name of another: it would be seen in the store. */
const HIDDEN = 'DELETE /post/1 HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** A good request behind each attack, as that of the next user of a shared connection. */
const NEXT = request('GET', '/post/1').toString('latin1');

/** Stops before the body is read. */
class Closed extends Controller {
  override __before(): boolean {
    return false;
  }
  postAction(): void {}
}

/** The post is there, and the last answer is that of the request which was sent last. */
function nothingRan(answers: readonly Answer[], { models }: Target): void {
  expect(models.rows('post').map(({ id }) => id)).to.deep.equal([1]);
  expect(answers.at(-1)?.json()).to.deep.include({ title: 'first' });
}

/** Refused as a whole: one answer, and then the connection is closed. */
const refused: Attack[] = ambiguous(HIDDEN).map(([name, bytes]) => ({
  name,
  send: bytes + NEXT,
  answer: [400, 413],
  check: (answers, { models }) => {
    expect(answers).to.have.length(1);
    expect(models.rows('post').map(({ id }) => id)).to.deep.equal([1]);
  },
}));

/** Odd, and clear: each request gets its own answer. */
const clear: Attack[] = framed().map(([name, bytes, status]) => ({
  name,
  send: bytes + NEXT,
  answer: status,
  check: (answers, target) => {
    expect(answers).to.have.length(2);
    nothingRan(answers, target);
  },
}));

/** Requests whose bodies nobody reads. */
const UNREAD: readonly (readonly [name: string, line: string, status: number, ...fields: string[]])[] = [
  ['a method that is not there (405)', 'PUT /post HTTP/1.1', 405],
  ['a path that is not there (404)', 'POST /nothing HTTP/1.1', 404],
  ['a record that is not there (404)', 'DELETE /post/99 HTTP/1.1', 404],
  ['a controller that is not there (404)', 'POST /any/nobody HTTP/1.1', 404],
  ['an escape that is none (400)', 'POST /plain/%zz HTTP/1.1', 400],
  ['a path that is too long (414)', `POST /plain/${'a'.repeat(3_000)} HTTP/1.1`, 414],
  ['a media type that is not read (415)', 'POST /post HTTP/1.1', 415, 'Content-Type: text/plain'],
  ['a coding that is not known (415)', 'POST /post HTTP/1.1', 415, JSON_TYPE, 'Content-Encoding: x-none'],
  ['a charset that is not known (415)', 'POST /post HTTP/1.1', 415, `${JSON_TYPE}; charset=x-none`],
  ['a __before that stops (403)', 'POST /closed HTTP/1.1', 403, JSON_TYPE],
  ['a GET', 'GET /post/1 HTTP/1.1', 200, JSON_TYPE],
  ['an OPTIONS', 'OPTIONS /post/1 HTTP/1.1', 204, JSON_TYPE],
  ['an expectation that nobody meets (417)', 'POST /post HTTP/1.1', 417, JSON_TYPE, 'Expect: a-miracle'],
  ['TRACE', 'TRACE /post/1 HTTP/1.1', 405],
  [
    'more fields than are allowed (431)',
    'POST /post HTTP/1.1',
    431,
    ...Array.from({ length: 1_001 }, (_, at) => `X${at}: 1`),
  ],
];

const unread: Attack[] = UNREAD.flatMap(([name, line, status, ...fields]) =>
  [
    ['with its length', head(line, ...fields, `Content-Length: ${HIDDEN.length}`) + HIDDEN],
    ['in chunks', head(line, ...fields, 'Transfer-Encoding: chunked') + chunked(HIDDEN)],
  ].map(([how, bytes]) => ({
    name: `a request in the body of ${name}, ${how}`,
    send: bytes + NEXT,
    answer: status,
    check: (answers: readonly Answer[], target: Target) => {
      // What is refused for its fields may close the connection as well.
      expect(answers.length).to.equal(answers[0]?.fields.get('connection') === 'close' ? 1 : 2);
      if (answers.length === 2) nothingRan(answers, target);
      expect(target.models.rows('post')).to.have.length(1);
    },
  })),
);

/** The server closes the connection after these; what comes behind is not run. */
const LAST: readonly (readonly [name: string, bytes: string, answer: number | readonly number[]])[] = [
  [
    'requests in a body over the limit',
    head('POST /post HTTP/1.1', JSON_TYPE, 'Content-Length: 200000') + HIDDEN.repeat(5_000),
    413,
  ],
  [
    'a chunk that says four gigabytes',
    `${head('POST /post HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked')}100000002\r\n${HIDDEN.repeat(5_000)}`,
    413,
  ],
  // Node may give up the connection before the answer is written.
  ['a request behind Connection: close', head('GET /post/1 HTTP/1.1', 'Connection: close') + HIDDEN, [200, 400]],
  ['a request behind one that says HTTP/2', head('POST /plain HTTP/2.0', 'Content-Length: 0') + HIDDEN, [201, 400]],
  ['a request behind HTTP/1.0', head('GET /post/1 HTTP/1.0') + HIDDEN, [200, 400]],
];

const last: Attack[] = LAST.map(([name, bytes, answer]) => ({
  name,
  send: bytes + NEXT,
  answer,
  check: (answers, { models }) => {
    expect(answers).to.have.length(1);
    expect(models.rows('post')).to.have.length(1);
  },
}));

/** Answers without a body: the next one begins where they end. */
const BODILESS: readonly (readonly [name: string, line: string, status: number])[] = [
  ['HEAD', 'HEAD /post/1 HTTP/1.1', 200],
  ['HEAD of what is not there', 'HEAD /post/99 HTTP/1.1', 404],
  ['HEAD of a path that is too long', `HEAD /plain/${'a'.repeat(300)} HTTP/1.1`, 414],
  ['HEAD of an escape that is none', 'HEAD /plain/%zz HTTP/1.1', 400],
  ['GET of what is known (304)', 'GET /post/1 HTTP/1.1\r\nIf-None-Match: *', 304],
  ['an action that gives a body to 204', 'GET /bodiless HTTP/1.1\r\nX-Status: 204', 204],
  ['an action that gives a body to 205', 'GET /bodiless HTTP/1.1\r\nX-Status: 205', 205],
  ['an action that gives a body to 304', 'GET /bodiless HTTP/1.1\r\nX-Status: 304', 304],
];

const bodiless: Attack[] = BODILESS.map(([name, line, status]) => ({
  name: `nothing between the answers to ${name} and to the next request`,
  send: ({ port }) => twoAnswers(port, head(line) + NEXT),
  answer: status,
  check: ([answer]) => expect(answer?.body).to.match(/^HTTP\/1\.1 200 OK\r\n[^{]*\{"id":1,"title":"first"/),
}));

class Bodiless extends Controller {
  getAction(): unknown {
    return this.success({ smuggled: 'HTTP/1.1 200 OK' }, { status: Number(this.header('x-status')) });
  }
}

/** The first answer, and as its body everything behind its head. */
async function twoAnswers(port: number, bytes: string): Promise<Answer> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks).toString('latin1');
  const [first] = readAnswers(Buffer.from(all, 'latin1'), true) as [Answer];
  return { ...first, body: all.slice(first.head.length + 4) };
}

describeAttacks('smuggling', [...refused, ...clear, ...unread, ...last, ...bodiless], {
  rules: [
    ['/closed', 'rest'],
    ['/bodiless', 'rest'],
  ],
  controllers: { closed: Closed, bodiless: Bodiless },
});
