import { expect } from 'chai';
import { planWay } from '../../src/compile/plan-way.ts';
import { readPieces } from '../../src/compile/read-pieces.ts';

/** The keys of the ways, `:` for a segment, `$` where nothing follows; in brackets what is run as a whole. */
function keysOf(expression: RegExp): string[] {
  return readPieces(expression, new Map()).map((pieces) => {
    const { key, closed, steps } = planWay(pieces);
    const text = key.join(':') + (closed ? '$' : '');
    return steps ? text : `[${text}]`;
  });
}

describe('planWay', () => {
  for (const [expression, keys] of [
    [/\/user(?:\/(\d+))?/, ['/user/:$', '/user$']],
    [/^\/post\/([^/]+)\/comments$/, ['/post/:/comments$']],
    [/\/Post/i, ['/post$']],
    [/\/(.+)/, ['/']],
    [/\/(\d+)-x/, ['/']],
    [/\/(v1)\/a/, ['/v1/a$']],
    [/\/(\d*)/, ['/']],
    // What could be matched in more than one way.
    [/\/(\w+)-?(\d+)/, ['/', '[/]']],
    [/\/([^/]+)\.json/, ['[/]']],
    [/\/(\w+)(\d+)/, ['[/]']],
    [/\/(\w+)-*(\d+)/, ['[/]']],
    [/\/(\w+)-*\/a/, ['/']],
    [/\/(\d{3})(\d+)/, ['/']],
    [/\/([A-Z]+)a/, ['/']],
    [/\/([A-Z]+)a/i, ['[/]']],
    // What only the engine knows.
    [/\/a(?!b)\w+/, ['[/a:]']],
    [/\/a\b/, ['[/a]']],
    [/\/a$b/, ['[/a]']],
    [/\/a^b/, ['[/ab]']],
    [/\/\u00e9a/, ['/']],
  ] as const) {
    it(`of ${expression}: ${keys.join(' ')}`, () => expect(keysOf(expression)).to.deep.equal(keys));
  }

  for (const [expression, literal, exact, capital] of [
    [/\/Post\/(\d+)/, '/Post/', true, true],
    [/\/post\/(\d+)/, '/post/', true, false],
    [/\/12\/(\d+)/, '/12/', false, false],
    [/\/Post/i, '/post', false, false],
    [/\/caf%[Cc]3/, '/caf%', true, false],
    [/\/a(?=b)b/, '/ab', true, false],
  ] as const) {
    it(`leaves ${literal} of ${expression} to the tree`, () => {
      const plan = planWay(readPieces(expression, new Map())[0] ?? []);
      expect(plan).to.include({ literal, exact, capital, skip: literal.length });
    });
  }
});
