import { expect } from 'chai';
import { compileRules } from '../../src/compile/compile-rules.ts';
import type { TreeNode, Variant } from '../../src/compile/types.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/parse/types.ts';

function treeOf(...patterns: (string | RegExp)[]): TreeNode {
  const rules = patterns.map((pattern): RuleConfig => [pattern, 'x', 'rest']);
  return compileRules(parseRules(rules, { caseSensitive: false, strict: false }) as ParsedRule[], { maxPath: 2048 })
    .tree;
}

function numbersOf(first: Variant | undefined): string {
  const numbers: string[] = [];
  for (let variant = first; variant !== undefined; variant = variant.next) numbers.push(variant.rule.rule.number);
  return numbers.join();
}

/** A line a node: its text from the root of its tree, the rules that go on, after `$` those that end, after `:` the tree of the next segment. */
function write(node: TreeNode, before = ''): string[] {
  const text = before + String.fromCharCode(...node.text);
  const ends = node.ends ? `$${numbersOf(node.ends)}` : '';
  const lines = [`${text} ${numbersOf(node.variants)}${ends}`.trim()];
  if (node.segment) lines.push(...write(node.segment).map((line) => `${text}:${line}`));
  for (const [at, child] of node.children.entries()) {
    if (child) lines.push(...write(child, text + String.fromCharCode(node.lowest + at)));
  }
  return lines;
}

describe('buildTree', () => {
  for (const [patterns, lines] of [
    [['/post'], ['/post $1']],
    [['/post/:id?'], ['/post $1', '/post/ 1']],
    [
      ['/Post', '/page', '/pages'],
      ['/p', '/page $2', '/pages $3', '/post $1'],
    ],
    [
      ['/:x', '/a', '/:y'],
      ['/ 1,3', '/a $2'],
    ],
    [
      [/\/(?:a|b)/, /x|\/a/],
      ['', '/', '/a $1,2', '/b $1', 'x $2'],
    ],
    [
      [/.a/, '/a'],
      ['1', '/a $2'],
    ],
    [
      ['/:x/a', '/:x/ab', '/:x/b', '/:x/:y/c', '/:x'],
      ['/', '/:$5', '/:/ 4', '/:/a $1', '/:/ab $2', '/:/b $3'],
    ],
  ] as const) {
    it(`of ${patterns.join(' ')}`, () => expect(write(treeOf(...patterns))).to.deep.equal(lines));
  }

  it('of no rules is empty', () => expect(write(treeOf())).to.deep.equal(['']));

  it('leads from each node to the nearest one above that has variants', () => {
    const { children, lowest, ...root } = treeOf('/:x', '/a/b/:c', '/a/b/d');
    const below = children['a'.charCodeAt(0) - lowest];
    expect(root.minRank).to.equal(0);
    expect(numbersOf(below?.up?.variants)).to.equal('1');
  });
});
