import { expect } from 'chai';
import { compileVariant } from '../../src/compile/compile-variant.ts';
import { flattenExpression } from '../../src/compile/flatten-expression.ts';
import { readExpression } from '../../src/parse/read-expression.ts';

/** The keys of the variants, `:` for a segment, `$` where nothing follows; in brackets what the engine runs. */
function keysOf(expression: RegExp): string[] {
  return flattenExpression(readExpression(expression)).map((tokens) => {
    const { key, closed, steps } = compileVariant(tokens);
    const text = key.join(':') + (closed ? '$' : '');
    return steps ? text : `[${text}]`;
  });
}

describe('compileVariant', () => {
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
      const plan = compileVariant(flattenExpression(readExpression(expression))[0] ?? []);
      expect(plan).to.include({ literal, exact, capital, skip: literal.length });
    });
  }
});
