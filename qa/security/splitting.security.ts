import { Controller, type ControllerClass, HttpError } from '@rest-gen/router';
import { expect } from 'chai';
import type { Response } from 'express';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';

const INJECTED = 'X-Split: 1';

/** What would begin a line of its own, were it written as it is: name → text. */
const BREAKS: readonly (readonly [name: string, text: string])[] = [
  ['CR LF', `\r\n${INJECTED}`],
  ['LF alone', `\n${INJECTED}`],
  ['CR alone', `\r${INJECTED}`],
  ['the end of the head and a body', `\r\n\r\n<script>${INJECTED}`],
  ['a whole second answer', `\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n${INJECTED}\r\n\r\n`],
  ['letters whose low bytes are CR and LF', `\u010d\u010a${INJECTED}`],
  ['letters of the plane of emoji whose low bytes are CR and LF', `\u{1f30d}\u{1f30a}${INJECTED}`],
  ['separators of lines of Unicode', `\u2028\u0085${INJECTED}`],
  ['NUL', `\0${INJECTED}`],
  ['half of a surrogate pair', `\ud80d\ud80a${INJECTED}`],
];

/** Ways in which an author puts what a request says into the head of an answer; `text` is what the request says. */
const WAYS: Readonly<Record<string, (this: Controller, text: string) => unknown>> = {
  location: function (text) {
    return this.success({ at: 1 }, { status: 201, headers: { Location: text } });
  },
  link: function (text) {
    this.res.setHeader('Link', `<${text}>; rel="next"`);
    return 1;
  },
  etag: function (text) {
    return this.success({ at: 1 }, { headers: { ETag: `"${text}"` } });
  },
  type: function (text) {
    return this.success('x', { headers: { 'Content-Type': `text/${text}` } });
  },
  name: function (text) {
    return this.success({ at: 1 }, { headers: { [`X-${text}`]: '1' } });
  },
  phrase: function (text) {
    this.res.statusMessage = text;
    return 1;
  },
  problem: (text) => {
    throw new HttpError(401, text, { headers: { 'WWW-Authenticate': `Basic realm="${text}"` } });
  },
  allow: (text) => {
    throw new HttpError(405, text, { headers: { Allow: text } });
  },
  exposed: (text) => {
    throw Object.assign(new Error(text), { status: 429, expose: true, headers: { 'Retry-After': text } });
  },
  redirect: function (text) {
    (this.res as Response).redirect(`/${text}`);
  },
  cookie: function (text) {
    (this.res as Response).cookie('seen', text).json(1);
  },
  file: function (text) {
    (this.res as Response).attachment(text).json(1);
  },
};

class Echo extends Controller {
  async postAction(): Promise<unknown> {
    const { way, text } = this.post() as { way: string; text: string };
    return WAYS[way]?.call(this, text);
  }
}

/** Answers with the id that the request wants, as a store of texts does. */
class Wished extends Controller {
  postAction(): unknown {
    const id = this.post('id');
    return this.created(id, { id });
  }
  getAction(): unknown {
    return this.success({ id: this.id }, { headers: { 'Content-Location': `/wished/${encodeURIComponent(this.id)}` } });
  }
}

function isWhole(answers: readonly Answer[]): void {
  expect(answers).to.have.length(1);
  const { head, fields } = answers[0] as Answer;
  expect([...fields.keys()].filter((name) => name.startsWith('x-split'))).to.deep.equal([]);
  for (const line of head.split('\r\n').slice(1)) expect(line).to.match(/^[\w-]+: [^\r\n\0]*$/);
}

const byHand: Attack[] = Object.keys(WAYS).flatMap((way) =>
  BREAKS.map(([name, text]) => ({
    name: `${name} through ${way}`,
    send: request('POST', '/echo', { json: { way, text } }),
    // What cannot be sent is the author's to mend, so it may fail; it must not be sent.
    answer: [200, 201, 302, 401, 405, 429, 500],
    check: isWhole,
  })),
);

const byUs: Attack[] = BREAKS.flatMap(([name, text]) => [
  {
    name: `${name} in the Location of what a request has added`,
    send: request('POST', '/wished', { json: { id: text } }),
    answer: 201,
    check: ([answer]: readonly Answer[]) => {
      isWhole([answer as Answer]);
      expect(answer?.fields.get('location')).to.match(/^\/wished\/[\w%.~!*'()-]+$/);
    },
  },
  {
    name: `${name} in a path`,
    send: request('GET', `/wished/${encodeURIComponent(Buffer.from(text).toString())}`),
    answer: [200, 400],
    check: isWhole,
  },
  {
    name: `${name} in the path of what a request has added`,
    send: request('POST', `/under/${encodeURIComponent(Buffer.from(text).toString())}/wished`, { json: { id: 1 } }),
    answer: [201, 400],
    check: ([answer]: readonly Answer[]) => {
      isWhole([answer as Answer]);
      if (answer?.status === 201)
        expect(answer.fields.get('location')).to.match(/^\/under\/[\w%.~!*'()-]+\/wished\/1$/);
    },
  },
  {
    name: `${name} in the links of a list`,
    send: request('GET', `/post?title=${encodeURIComponent(Buffer.from(text).toString())}&pageSize=1`),
    answer: [200, 400],
    check: isWhole,
  },
]);

/** Fields of requests that could come back in an answer: nothing of them may. */
const FIELDS: readonly (readonly [name: string, value: string])[] = [
  ['Accept-Language', 'x-split;q=1, \xff\x85X-Split: 1'],
  ['Prefer', 'return="minimal\x85X-Split: 1"'],
  ['If-None-Match', '"\xff\x85X-Split: 1"'],
  ['Origin', 'http://x-split'],
  ['X-Forwarded-Host', 'x-split'],
  ['X-Forwarded-Proto', 'x-split'],
  ['Forwarded', 'host=x-split'],
  ['X-Original-URL', '/x-split'],
  ['X-Rewrite-URL', '/x-split'],
  ['Host', 'x-split'],
  ['Accept', 'application/x-split'],
  ['Idempotency-Key', 'x-split'],
  ['X-Request-Id', 'x-split'],
];

/** An answer of each kind that tells addresses: a refusal its `instance`, a new record its `Location`, a list its `Link`. */
const byFields: Attack[] = FIELDS.map(([name, value]) => ({
  name: `the field ${name} does not come back`,
  send: async ({ ask, models }) => {
    const fields = { [name]: value };
    const refused = await ask('PATCH', '/post/99', { fields, json: { views: -1 } });
    const added = await ask('POST', '/post', { fields, json: { title: 'added' } });
    const listed = await ask('GET', '/post?pageSize=1', { fields });
    models.rows('post').splice(1);
    return [refused, added, listed];
  },
  answer: 422,
  check: ([refused, added, listed]) => {
    expect(refused?.json()).to.include({ instance: '/post/99' });
    expect(added?.fields.get('location')).to.match(/^\/post\/\d+$/);
    expect(listed?.fields.get('link')).to.match(/^<\/post\?.*>; rel="next"$/);
    for (const answer of [refused, added, listed] as Answer[]) {
      isWhole([answer]);
      expect(answer.head + answer.body).not.to.match(/x-split/i);
    }
  },
}));

const controllers: Readonly<Record<string, ControllerClass>> = { echo: Echo, wished: Wished };

describeAttacks('splitting', [...byHand, ...byUs, ...byFields], {
  rules: [
    ['/echo', 'rest'],
    ['/wished/:id?', 'rest'],
    ['/under/:name/wished/:id?', '/wished', 'rest'],
  ],
  controllers,
});
