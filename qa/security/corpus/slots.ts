import { expect } from 'chai';
import type { Answer, RequestText } from '../bytes.ts';
import { expectCapture } from './judge/decode.ts';
import { encode, isWellFormed } from './strings.ts';

/** One place of a request: how a text is put there, and what must hold of the answer. */
export interface Slot {
  readonly name: string;
  readonly path: (text: string) => string;
  readonly more?: (text: string) => RequestText & { readonly method?: string };
  readonly check: (answer: Answer, text: string) => void;
}

const refused = (status: number) => expect(status).to.be.within(400, 415);
const echoed = (member: string) => (answer: Answer, text: string) => {
  const outcome = expectCapture(encode(text));
  if ('code' in outcome) return refused(answer.status);
  expect(answer.status).to.equal(200);
  const { params, id } = answer.json() as { params: Record<string, string>; id: string };
  return expect((member === 'id' ? id : params[member]) ?? '').to.equal(outcome.value);
};
/** In a query everything that UTF-8 can hold comes through. */
const asked = (answer: Answer, text: string, expected: unknown) => {
  if (!isWellFormed(text)) return expect(answer.status).to.equal(400);
  expect(answer.status).to.equal(200);
  return expect(answer.json()).to.have.deep.property('query', expected);
};
const list = (right: (row: { title: string }, text: string) => boolean) => (answer: Answer, text: string) => {
  if (answer.status !== 200) return expect(answer.status).to.equal(400);
  return expect((answer.json() as { title: string }[]).every((row) => right(row, text))).to.equal(true);
};
const columnOrRefused = (answer: Answer, text: string) => expect(answer.status, text).to.equal(400);
const cursorOf = (sort: string, values: unknown) => Buffer.from(JSON.stringify([sort, values])).toString('base64url');
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (given: RequestText) => ({ method: 'POST', ...given });

/** Where texts are put. */
export const SLOTS: readonly Slot[] = [
  { name: 'as a capture of a path', path: (text) => `/plain/${encode(text)}`, check: echoed('id') },
  {
    name: 'as the rest of a path',
    path: (text) => `/rest-of/${encode(text)}`,
    check: echoed('rest'),
  },
  {
    name: 'as the controller of a bulk rule',
    path: (text) => `/any/${encode(text)}`,
    check: ({ status }) => expect(status).to.be.oneOf([400, 404, 414]),
  },
  {
    name: 'as the id of a record',
    path: (text) => `/post/${encode(text)}`,
    check: ({ status }, text) => expect(status).to.be.oneOf(text === '1' || text === '' ? [200] : [400, 404, 414]),
  },
  {
    name: 'as the name of a query parameter',
    path: (text) => `/plain?${encode(text)}=1`,
    // What a path maps, a query does not fill.
    check: (answer, text) => asked(answer, text, text === 'id' ? {} : Object.fromEntries([[text, '1']])),
  },
  {
    name: 'as the value of a query parameter',
    path: (text) => `/plain?q=${encode(text)}`,
    check: (answer, text) => asked(answer, text, { q: text }),
  },
  {
    name: 'as the value of a filter',
    path: (text) => `/post?title=${encode(text)}`,
    check: list((row, text) => row.title === text),
  },
  {
    name: 'as one of the values of a filter',
    path: (text) => `/post?title[in]=${encode(text)}`,
    check: list((row, text) => text.split(',').includes(row.title)),
  },
  { name: 'as the name of a filter', path: (text) => `/post?${encode(text)}=x`, check: columnOrRefused },
  { name: 'as the operator of a filter', path: (text) => `/post?title[${encode(text)}]=x`, check: columnOrRefused },
  { name: 'as a sort', path: (text) => `/post?sort=${encode(`${text},secret`)}`, check: columnOrRefused },
  { name: 'as fields', path: (text) => `/post?fields=${encode(`${text},secret`)}`, check: columnOrRefused },
  { name: 'as a cursor', path: (text) => `/post?after=${encode(text)}`, check: columnOrRefused },
  {
    name: 'as a value in a cursor',
    path: (text) => `/post?sort=title&after=${cursorOf('title,id', [text, 1])}`,
    check: list((row, text) => row.title >= text),
  },
  {
    name: 'as a key of JSON',
    path: () => '/plain',
    more: (text) => post({ fields: { 'Content-Type': 'application/json' }, body: `{${JSON.stringify(text)}:1}` }),
    check: (answer, text) => {
      if (text === '__proto__') return expect(answer.json()).to.include({ status: 400, code: 'E_BAD_KEY' });
      return expect(answer.json()).to.have.deep.property('body', Object.fromEntries([[text, 1]]));
    },
  },
  {
    name: 'as a value of JSON',
    path: () => '/plain',
    more: (text) => post({ json: { text } }),
    check: (answer, text) => expect(answer.json()).to.have.deep.property('body', { text }),
  },
  {
    name: 'as a value that is stored',
    path: () => '/post',
    more: (text) => post({ json: { title: text } }),
    check: (answer, text) => {
      if (answer.status !== 201) return expect(answer.status).to.equal(422);
      return expect(answer.json()).to.include({ title: text.trim() });
    },
  },
  {
    name: 'as a name and a value of a form',
    path: () => '/plain',
    more: (text) => post({ fields: form, body: `first=1&${encode(text)}=${encode(text)}` }),
    check: (answer, text) => {
      expect(answer.status).to.equal(201);
      // The parser of forms reads a name in brackets as a place in a list.
      if (!isWellFormed(text) || text.startsWith('[')) return undefined;
      // A pair without a name and a value is none, and this name is passed over.
      const isRead = text !== '' && text !== '__proto__';
      const expected = { first: '1', ...(isRead && Object.fromEntries([[text, text]])) };
      return expect(answer.json()).to.have.deep.property('body', expected);
    },
  },
  {
    name: 'as the name of a file',
    path: () => '/upload',
    more: (text) => {
      const name = text.replace(/[\r\n"]/g, encodeURIComponent);
      const head = `Content-Disposition: form-data; name="photo"; filename="${name}"\r\nContent-Type: image/png`;
      const body = `--limit\r\n${head}\r\n\r\nbytes\r\n--limit--\r\n`;
      return post({ fields: { 'Content-Type': 'multipart/form-data; boundary=limit' }, body });
    },
    // Which part of a name counts, and which characters, is for the reader of uploads to say.
    check: ({ status, body }, text) => expect(status, `${JSON.stringify(text)} ${body}`).to.be.within(200, 499),
  },
];
