import { expect } from 'chai';
import { instanceOf, locationOf, pathOf } from '../../src/core/respond/location.ts';

describe('pathOf', () => {
  for (const [baseUrl, url, path] of [
    [undefined, '/post', '/post'],
    ['/api', '/post//', '/api/post'],
    ['', '//evil.example/post', '/evil.example/post'],
    ['/', '/post', '/post'],
    ['', 'http://host/post#a', '/post'],
    ['', '/a<b>"c`{d|e}\\^', '/a%3Cb%3E%22c%60%7Bd%7Ce%7D%5C%5E'],
    [undefined, undefined, '/'],
  ] as const) {
    it(`is ${path} for ${baseUrl} and ${url}`, () => {
      expect(pathOf({ baseUrl, url: url as string })).to.equal(path);
    });
  }
});

describe('locationOf', () => {
  for (const [url, segment, location] of [
    ['/post?x', 'a%20b', '/post/a%20b'],
    ['/', '7,3', '/7,3'],
  ] as const) {
    it(`is ${location} for ${segment} at ${url}`, () => expect(locationOf({ url }, segment)).to.equal(location));
  }
});

describe('instanceOf', () => {
  for (const [target, instance] of [
    ['/api/post/1?a=1', '/api/post/1'],
    ['/post/', '/post/'],
    ['http://name:pass@evil.example/post/1#mark', '/post/1'],
    ['http://evil.example', '/'],
    ['//evil.example/post', '/evil.example/post'],
    ['/\\evil.example', '/%5Cevil.example'],
    ['*', '*'],
  ] as const) {
    it(`is ${instance} for ${target}`, () => {
      expect(instanceOf({ originalUrl: target, url: '/elsewhere' })).to.equal(instance);
    });
  }
});
