import { expect } from 'chai';
import { sourcesOf } from '../../src/project/find-sources.ts';

const ROWS: [specifier: string, sources: string[]][] = [
  ['./rest.js', ['./rest.ts']],
  ['../logic/v1/post.mjs', ['../logic/v1/post.mts']],
  ['./rest.cjs', ['./rest.cts']],
  ['./rest', ['./rest.ts', './rest/index.ts']],
  ['./post.model', ['./post.model.ts', './post.model/index.ts']],
  ['express', []],
  ['@rest-gen/router', []],
  ['node:fs', []],
  ['/absolute.js', []],
  ['file:///absolute.js', []],
];

describe('sourcesOf', () => {
  for (const [specifier, sources] of ROWS) {
    it(`leads ${specifier} to ${sources.join(', ') || 'nothing'}`, () => {
      expect(sourcesOf(specifier)).to.deep.equal(sources);
    });
  }
});
