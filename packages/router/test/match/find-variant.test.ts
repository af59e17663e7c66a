import { expect } from 'chai';
import { compileRules } from '../../src/core/compile/compile-rules.ts';
import type { RuleIndex } from '../../src/core/compile/types.ts';
import { matchPath } from '../../src/core/match/match-path.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/core/parse/types.ts';

/** A path that counts how often one of its characters is looked at. */
class CountedPath {
  readonly length: number;
  looks = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.length = text.length;
  }

  charCodeAt(at: number): number {
    this.looks++;
    return this.#text.charCodeAt(at);
  }

  indexOf(text: string, from: number): number {
    const found = this.#text.indexOf(text, from);
    this.looks += (found < 0 ? this.length : found) - from;
    return found;
  }

  startsWith(text: string): boolean {
    this.looks += text.length;
    return this.#text.startsWith(text);
  }

  substring(from: number, to: number): string {
    return this.#text.substring(from, to);
  }
}

function indexOf(rules: RuleConfig[]): RuleIndex {
  return compileRules(parseRules(rules, { caseSensitive: false, strict: false }) as ParsedRule[], { maxPath: 2048 });
}

function ask(index: RuleIndex, text: string): { controller: string | undefined; looks: number } {
  const path = new CountedPath(text);
  const found = matchPath(index, path as unknown as string, { path: 2048, segment: 255 });
  return { controller: found?.controller, looks: path.looks };
}

const MANY = 3_000;
const numbered = (write: (at: number) => RuleConfig) => Array.from({ length: MANY }, (_, at) => write(at));

describe('matching many rules reads few characters', () => {
  for (const [name, write, path] of [
    ['a literal at the beginning', (at) => [`/item${at}/:id?`, `c${at}`, 'rest'], '/item2999/7'],
    ['a common prefix', (at) => [`/api/v1/item${at}/:id?`, `c${at}`, 'rest'], '/api/v1/item2999/7'],
    ['a capture at the beginning', (at) => [`/:tenant/item${at}/:id?`, `c${at}`, 'rest'], '/acme/item2999/7'],
    ['two captures at the beginning', (at) => [`/:a/:b/item${at}`, `c${at}`, 'rest'], '/acme/eu/item2999'],
    ['expressions', (at) => [new RegExp(`\\/(\\w+)\\/item${at}(?:\\/(\\d+))?`), `c${at}`, 'rest'], '/acme/item2999/7'],
    ['alternatives', (at) => [new RegExp(`\\/(?:a|b)\\/item${at}`), `c${at}`, 'rest'], '/b/item2999'],
  ] as [string, (at: number) => RuleConfig, string][]) {
    it(`of ${MANY} rules with ${name}`, () => {
      const index = indexOf(numbered(write));
      const { controller, looks } = ask(index, path);
      expect(controller).to.equal('c2999');
      expect(looks).to.be.lessThan(path.length * 6);
      const missed = ask(index, `${path}/none/${'x/'.repeat(900)}`);
      expect(missed.controller).to.equal(undefined);
      expect(missed.looks).to.be.lessThan(path.length * 10);
    });
  }

  it('of mixed literals and captures, visiting each node once', () => {
    const DEPTH = 10;
    const rules = Array.from({ length: 2 ** DEPTH }, (_, bits): RuleConfig => {
      const segments = Array.from({ length: DEPTH }, (_, at) => ((bits >> at) & 1 ? '/a' : `/:p${at}`));
      return [`${segments.join('')}/end${bits}`, 'x', 'rest'];
    });
    const index = indexOf(rules);
    // Two to the power of the depth variants lead to the end, where none matches.
    const short = ask(index, `${'/a'.repeat(DEPTH)}/none`).looks;
    expect(short).to.be.lessThan(2 ** DEPTH * 20);
    // A longer path is not searched any further.
    expect(ask(index, '/a'.repeat(1000)).looks).to.be.lessThan(short * 2);
    const wide = `/${'a'.repeat(1500)}`;
    expect(ask(index, wide).looks).to.be.lessThan(2 ** DEPTH * 20);
  });

  it('of rules with common prefixes', () => {
    const rules = Array.from({ length: 1000 }, (_, at): RuleConfig => [`/${'a'.repeat(at + 1)}`, `c${at}`, 'rest']);
    const { controller, looks } = ask(indexOf(rules), `/${'a'.repeat(1000)}`);
    expect(controller).to.equal('c999');
    expect(looks).to.be.lessThan(3000);
  });
});
