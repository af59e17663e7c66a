import { expect } from 'chai';
import { fingerprint, nameKey } from '../../src/parts/idempotency/fingerprint.ts';

const request = (changes: object = {}) =>
  ({
    req: { method: 'POST', originalUrl: '/post?a=1', headers: { 'content-type': 'application/json' }, ...changes },
  }) as never;
const first = fingerprint(request(), { title: 'a', tags: ['x', 'y'], at: { b: 1, c: null } });
const form = (boundary: string) => ({ headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
const upload = (changes: object = {}) => ({
  fieldname: 'photo',
  originalname: 'a.png',
  mimetype: 'image/png',
  size: 3,
  buffer: Buffer.from('abc'),
  ...changes,
});

describe('fingerprint of a request', () => {
  it('does not depend on the order of keys', () => {
    const body = JSON.parse('{"at":{"c":null,"b":1},"tags":["x","y"],"title":"a"}');
    expect(fingerprint(request(), body)).to.equal(first);
  });

  for (const [what, changes, body] of [
    ['method', { method: 'PATCH' }, { title: 'a' }],
    ['path', { originalUrl: '/posts?a=1' }, { title: 'a' }],
    ['query', { originalUrl: '/post?a=2' }, { title: 'a' }],
    ['media type', { headers: {} }, { title: 'a' }],
    ['value', {}, { title: 'b' }],
    ['key', {}, { titel: 'a' }],
    ['body that is missing', {}, undefined],
  ] as const) {
    it(`differs in a ${what}`, () => {
      expect(fingerprint(request(changes), body)).not.to.equal(fingerprint(request(), { title: 'a' }));
    });
  }

  it('differs for order, types and nesting', () => {
    const values = [[1, 2], [2, 1], [[1], 2], '[1,2]', 1, '1', 1n, null, {}, [], '', { a: { b: 1 } }, { a: 1, b: 1 }];
    // A big number and the same small one are the same number.
    const marks = new Set(values.map((value) => fingerprint(request(), value)));
    expect(marks.size).to.equal(values.length - 1);
  });

  it('supports bytes, dates and undefined members', () => {
    const bytes = (text: string) => fingerprint(request(), Buffer.from(text));
    expect(bytes('a')).to.equal(bytes('a')).and.not.to.equal(bytes('b'));
    const at = (time: number) => fingerprint(request(), { at: new Date(time) });
    expect(at(1)).to.equal(at(1)).and.not.to.equal(at(2));
    expect(fingerprint(request(), { a: 1, b: undefined })).to.equal(fingerprint(request(), { a: 1 }));
    expect(fingerprint(request(), JSON.parse('{"__proto__":1}'))).not.to.equal(fingerprint(request(), {}));
  });

  it('includes uploads, and ignores the boundary of a form', () => {
    const mark = (boundary: string, file: object) => fingerprint(request({ ...form(boundary), file }), { title: 'a' });
    const one = mark('x', upload());
    expect(mark('y', upload({ path: '/tmp/another' }))).to.equal(one);
    expect(mark('x', upload({ buffer: Buffer.from('abd') }))).not.to.equal(one);
    expect(mark('x', upload({ originalname: 'b.png' }))).not.to.equal(one);
    expect(mark('x', upload({ fieldname: 'image' }))).not.to.equal(one);
  });
});

describe('name of a key', () => {
  it('is unique for each controller, client and key', () => {
    const names = [
      nameKey('post', 'Bearer a', 'k'),
      nameKey('post', 'Bearer b', 'k'),
      nameKey('post', '', 'k'),
      nameKey('v1/post', 'Bearer a', 'k'),
      nameKey('post', 'Bearer a', 'k2'),
      // The parts are delimited.
      nameKey('post', 'Bearer ak', ''),
      nameKey('postBearer a', '', 'k'),
    ];
    for (const name of names) expect(name).to.match(/^[0-9a-f]{64}$/);
    expect(new Set(names).size).to.equal(names.length);
  });
});
