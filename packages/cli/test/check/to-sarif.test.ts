import { validate } from '@rest-gen/logic';
import type { Finding } from '@rest-gen/router/inspect';
import { expect } from 'chai';
import { toSarif } from '../../src/check/to-sarif.ts';
import { SARIF_SCHEMA } from './sarif-schema.ts';

const FINDINGS: readonly Finding[] = [
  {
    code: 'C_RULE_SHADOWED',
    level: 'warning',
    message: 'rule 1 takes every path of it',
    file: 'src/my config/router#1.ts',
    line: 7,
    column: 3,
    rule: { number: '4', text: "['/tag', 'rest']" },
    hint: 'Move it.',
  },
  { code: 'E_OPTION', level: 'error', message: 'wrong', file: undefined, hint: 'Write another.' },
  { code: 'C_RULE_SHADOWED', level: 'note', message: 'all were taken', file: 'src/config/router.ts', hint: 'Move it.' },
];

interface Log {
  runs: [{ tool: { driver: { rules: unknown[] } }; results: { ruleIndex: number; locations?: unknown[] }[] }];
}

describe('toSarif', () => {
  const log = toSarif(FINDINGS, { E_OPTION: 'An option is wrong.' }, '1.1.0') as Log;
  const check = (body: unknown) => validate({ postAction: { body: SARIF_SCHEMA } }, 'postAction', { body });

  it('writes what the standard says', async () => {
    await check(JSON.parse(JSON.stringify(log)));
    await check(toSarif([], {}, '1.1.0'));
  });

  it('is held to it: what is misspelt or missing is refused', async () => {
    for (const change of ['"level":"warning"', '"startLine":7', '"name":"rest-gen"', '"version":"2.1.0"']) {
      const text = JSON.stringify(log);
      expect(text).to.include(change);
      const wrong = JSON.parse(text.replace(change, '"wrong":0')) as unknown;
      const error = await check(wrong).then(
        () => undefined,
        (refused: Error) => refused,
      );
      expect(error, change).to.have.property('name', 'ValidationError');
    }
  });

  it('names each code once, and points to it', () => {
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules).to.eql([
      { id: 'C_RULE_SHADOWED' },
      { id: 'E_OPTION', shortDescription: { text: 'An option is wrong.' } },
    ]);
    expect(results.map(({ ruleIndex }) => ruleIndex)).to.eql([0, 1, 0]);
  });

  it('writes places as URIs, with lines where they are known', () => {
    expect(log.runs[0].results.map(({ locations }) => locations)).to.eql([
      [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/my%20config/router%231.ts' },
            region: { startLine: 7, startColumn: 3 },
          },
        },
      ],
      undefined,
      [{ physicalLocation: { artifactLocation: { uri: 'src/config/router.ts' } } }],
    ]);
  });
});
