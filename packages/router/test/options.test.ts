import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { expect } from 'chai';
import { parseQueryString } from '../src/core/dispatch/parse-query-string.ts';
import { StartError } from '../src/core/errors.ts';
import { resolveOptions } from '../src/options.ts';

describe('resolveOptions', () => {
  it('has the documented defaults', () => {
    expect(resolveOptions({})).to.deep.include({
      timeout: 30_000,
      caseSensitive: false,
      strict: false,
      limits: {
        body: 102_400,
        depth: 64,
        keys: 1_000,
        items: 1_000,
        path: 2_048,
        segment: 255,
        headers: 1_000,
        query: 100,
        answer: 10_485_760,
        memory: Math.min(1_000_000_000, Math.floor(getHeapStatistics().heap_size_limit / 2)),
      },
    });
  });

  it('accepts 0 for no timeout, and single limits', () => {
    const { timeout, limits } = resolveOptions({ timeout: 0, limits: { body: 1 } });
    expect([timeout, limits.body, limits.depth]).to.deep.equal([0, 1, 64]);
  });

  it('accepts very large limits', () => {
    const most = 1_000_000_000;
    const { limits } = resolveOptions({ limits: { query: most, keys: most } });
    expect(Object.keys(parseQueryString('a=1&b=2', limits.query))).to.deep.equal(['a', 'b']);
    expect(limits.keys).to.equal(most);
  });

  for (const [options, message] of [
    [{ timout: 1 }, /there is no option timout\n.*Did you mean timeout\? The options are root, rules/],
    [{ timeout: -1 }, /timeout is -1\n.*milliseconds, 0 for none/],
    [{ timeout: 2 ** 31 }, /timeout/],
    [{ timeout: 10n }, /timeout is 10n/],
    [{ controllers: new Map() }, /controllers is Map/],
    [{ root: 1 }, /root is 1\n.*a directory/],
    [{ rules: {} }, /rules is {}\n.*a list/],
    [{ controllers: 1 }, /controllers is 1/],
    [{ model: 'x' }, /model is 'x'/],
    [{ inspect: {} }, /inspect is {}\n.*what @rest-gen\/inspect exports/],
    [{ inspect: Promise.resolve() }, /inspect is Promise/],
    [{ strict: 'yes' }, /strict is 'yes'\n.*true or false/],
    [{ envelope: {} }, /envelope is {}\n.*a function/],
    [{ problemType: '' }, /problemType is ''\n.*beginning of a URL/],
    [{ problemType: 'https://example.com/my errors#' }, /problemType/],
    [{ problemType: 'https://exa<mple.com/#' }, /problemType/],
    [{ log: true }, /log is true\n.*a function, or false/],
    [{ messages: 'x' }, /messages is 'x'\n.*texts by language, or a function/],
    [{ limits: { body: 0 } }, /limits.body is 0\n.*a whole number from 1 to/],
    [{ limits: { path: Number.POSITIVE_INFINITY } }, /limits.path is Infinity/],
    [{ limits: { query: 2 ** 32 - 1 } }, /limits.query is 4294967295\n.*from 1 to 1,000,000,000/],
    [{ limits: { bdy: 1 } }, /no option limits.bdy\n.*Did you mean limits.body\? The options are body, depth/],
    [{ controler: {} }, /no option controler\n.*Did you mean controllers\? The options are root/],
    [{ toString: 1 }, /toString/],
  ] as const) {
    it(`refuses ${inspect(options)}`, () => {
      expect(() => resolveOptions(options as never))
        .to.throw(StartError, message)
        .that.includes({ code: 'E_OPTION' });
    });
  }
});
