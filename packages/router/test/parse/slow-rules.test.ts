import { expect } from 'chai';
import { Controller, createRestRouter, type RuleConfig, StartError } from '../../src/index.ts';

class Thing extends Controller {}

const start = (...rules: RuleConfig[]) => createRestRouter({ rules, controllers: { thing: Thing, x: Thing } });

describe('expressions with exponential running time', () => {
  for (const [what, rule] of [
    ['a rule', [/\/(a+)+/, 'x?id=:1', 'rest']],
    ['a search', [/\/(a|a)*b/, 'x', 'rest', { match: 'search' }]],
    ['a parameter', ['/x/:id((?:a|aa)*)', 'rest']],
    ['a group', { match: /^(\w+)*!$/, rules: [['/x', 'rest']] }],
  ] as [string, RuleConfig][]) {
    it(`stop the start: in ${what}`, () => {
      expect(() => start(['/thing', 'rest'], rule))
        .to.throw(StartError, /can hang: it takes exponential time, for example on /)
        .that.includes({ code: 'E_RULE_SLOW' })
        .and.has.nested.property('rule.number')
        .that.matches(/^2/);
    });
  }

  it('includes expressions that are too large to analyze', () => {
    expect(() => start([new RegExp(`/${'(?:a?)'.repeat(400)}`), 'x', 'rest'])).to.throw(StartError, /can hang: .+/);
  });
});
