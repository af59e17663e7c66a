import { expect } from 'chai';
import { readUrl } from '../../src/arguments/read-url.ts';

const ROWS: [text: string, path: string, isNoted?: boolean][] = [
  ['/post/1', '/post/1'],
  ['/post?page=2', '/post?page=2'],
  ['/post/1#top', '/post/1'],
  ['http://127.0.0.1:3000/post/1?x=1', '/post/1?x=1'],
  ['HTTPS://example.com/post', '/post'],
  ['http://example.com', '/'],
  ['http://example.com?x=1', '/?x=1'],
  ['post/1', '/post/1', true],
  ['localhost:3000/post', '/post'],
  ['127.0.0.1:3000', '/'],
  ['post:3/x', '/x'],
  ['post:3x', '/post:3x', true],
  ['post#top', '/post', true],
  ['', '/'],
  ['/%zz', '/%zz'],
  ['/a b/é%20', '/a%20b/%C3%A9%20'],
  ['/\ud800', '/%EF%BF%BD'],
];

describe('readUrl', () => {
  for (const [text, path, isNoted = false] of ROWS) {
    it(`takes ${path} of "${text}"${isNoted ? ', and says so' : ''}`, () => {
      const read = readUrl(text);
      expect(read.path).to.equal(path);
      expect(read.notes).to.have.length(isNoted ? 1 : 0);
    });
  }
});
