import { expect } from 'chai';
import { readPath } from '../../src/match/read-path.ts';

describe('readPath', () => {
  for (const [target, path] of [
    ['/', '/'],
    ['/post/1?x=/2', '/post/1'],
    ['/post#a?b', '/post'],
    ['?x', '/'],
    ['', '/'],
    ['http://host/post?x', '/post'],
    ['HTTPS://host:80/post', '/post'],
    ['http://host', '/'],
    ['http://host?x', '/'],
    ['//host/post', '//host/post'],
    ['*', '*'],
  ]) {
    it(`reads ${target}`, () => expect(readPath(target as string)).to.equal(path));
  }
});
