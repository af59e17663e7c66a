import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { runRecheck } from '../../src/check/run-recheck.ts';
import { WORKSPACE } from '../fixture.ts';

const rule = { number: '3', text: 'a rule' };

describe('recheck', function () {
  this.timeout(60_000);
  const { resolve } = createRequire(join(WORKSPACE, 'packages/logic/package.json'));
  const host = { load: async <T>(name: string) => (await import(resolve(name))) as T };

  it('reports a slow expression, with a measured time', async () => {
    const expressions = [
      { rule, source: '^(?:\\/(a+)+b)$', flags: '' },
      { rule, source: '^(?:\\/(\\w+))$', flags: '' },
    ];
    const findings = await runRecheck([...expressions, ...expressions], 'src/config/router.js', host);
    expect(findings).to.have.length(2);
    expect(findings[0]).to.include({ code: 'C_RULE_SLOW', level: 'warning', file: 'src/config/router.js', rule });
    expect(findings[0]?.message).to.match(
      /^recheck finds the expression exponential, for example on '.+; a path of 2048 characters took more than 1000 ms$/,
    );
  });

  it('reports a note when the expression is fast', async () => {
    const attack = { string: `/${'a'.repeat(5_000)}`, pattern: "'/' + 'a'.repeat(5000)" };
    const check = async () => ({ status: 'vulnerable', complexity: { summary: '2nd degree polynomial' }, attack });
    const given = { load: async <T>() => ({ check }) as T };
    const [finding] = await runRecheck([{ rule, source: '^\\/(a*)$', flags: '' }], undefined, given);
    expect(finding).to.include({ code: 'C_RULE_SLOW', level: 'note' });
    expect(finding?.message).to.match(/2nd degree polynomial.* took \d+ ms$/);
  });

  it('is optional', async () => {
    const asked: string[] = [];
    const without = {
      load: async (name: string) => {
        asked.push(name);
        throw new Error('not found');
      },
    };
    expect(await runRecheck([{ rule, source: 'a', flags: '' }], undefined, without)).to.eql([]);
    expect(await runRecheck([], undefined, without)).to.eql([]);
    expect(asked).to.eql(['recheck']);
  });
});
