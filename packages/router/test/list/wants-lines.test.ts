import { expect } from 'chai';
import { wantsLines } from '../../src/resource/list/wants-lines.ts';

describe('wantsLines', () => {
  for (const [accept, expected] of [
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['application/x-ndjson', true],
    ['Application/X-NDJSON', true],
    ['application/x-ndjson; charset=utf-8', true],
    ['text/html, application/x-ndjson;q=0.1', true],
    ['application/json, application/x-ndjson', false],
    ['application/x-ndjson;q=0.5, application/json;q=0.5', false],
    ['application/x-ndjson;q=0.9, application/json;q=0.8', true],
    ['application/x-ndjson;q=0.8, application/json', false],
    ['application/x-ndjson, application/json;q=0', true],
    ['application/x-ndjson;q=0, */*', false],
    ['*/*;q=0.1, application/x-ndjson', true],
    [',;,=,,', false],
    [`${'text/html, '.repeat(10_000)}application/x-ndjson`, false],
  ] as const) {
    it(`${JSON.stringify(accept)?.slice(0, 80)}: ${expected}`, () => {
      expect(wantsLines(accept === undefined ? {} : { accept })).to.equal(expected);
    });
  }
});
