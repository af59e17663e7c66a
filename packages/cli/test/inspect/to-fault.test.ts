import { StartError } from '@rest-gen/router';
import { expect } from 'chai';
import { framesOf, toFault } from '../../src/inspect/to-fault.ts';

describe('an error of the project', () => {
  it('has the parts of an error of the router', () => {
    const cause = Object.assign(new Error('x'), { code: 'ERR_X' });
    const rule = { number: '2', text: "['/a', 'rest']" };
    const fault = toFault(
      new StartError('E_RULE_SHAPE', 'two\n  lines', { file: 'a.js', rule, hint: 'Do it.', cause }),
    );
    expect(fault).to.include({ code: 'E_RULE_SHAPE', file: 'a.js', reason: 'two\n  lines', hint: 'Do it.' });
    expect(fault).to.include({ cause: 'ERR_X' });
    expect(fault.rule).to.deep.equal(rule);
  });

  const ROWS: [thrown: unknown, code: string | undefined, reason: string, hint?: string][] = [
    [new TypeError('x is not a function'), undefined, 'TypeError: x is not a function'],
    [Object.assign(new Error('no host'), { code: 'unavailable' }), 'unavailable', 'Error: no host'],
    [Object.assign(new Error('E_A: reason. Way.'), { code: 'E_A', hint: 'Way.' }), 'E_A', 'reason.', 'Way.'],
    [Object.assign(new Error('reason.'), { code: 'E_A', hint: 'Way.' }), 'E_A', 'reason.', 'Way.'],
    ['a text', undefined, 'a text'],
    [undefined, undefined, 'undefined'],
  ];
  for (const [thrown, code, reason, hint] of ROWS) {
    it(`has code, reason and hint: ${String(thrown)}`, () => {
      expect(toFault(thrown)).to.include({ code, reason, hint, file: undefined, rule: undefined });
    });
  }
});

describe('the stack of an error', () => {
  it('is reduced to three places in the project', () => {
    const at = process.cwd();
    const error = new Error('x');
    error.stack = [
      'Error: x',
      `    at load (file://${at}/src/a.js:1:2)`,
      `    at ${at}/src/b%20c.js:3:4`,
      `    at ${at}/src/b%20c.js:3:4`,
      `    at ${at}/node_modules/express/index.js:1:1`,
      '    at node:internal/modules/cjs/loader:1:1',
      '    at async node:internal/modules/esm/loader:647:26',
      '    at /elsewhere/a.js:1:1',
      '    at new Promise (<anonymous>)',
      `    at async Object.run (${at}/src/d.ts:5:6)`,
      `    at ${at}/src/e.js:7:8`,
    ].join('\n');
    expect(framesOf(error)).to.deep.equal(['at src/a.js:1:2', 'at src/b%20c.js:3:4', 'at src/d.ts:5:6']);
  });
});
