import type { Finding } from '@rest-gen/inspect';
import { expect } from 'chai';
import { reportText } from '../../src/commands/check.ts';

const plain = (_color: string, text: string) => text;
const counts = { rules: 2, controllers: 1, logics: 0, ignored: 0 };
const ERROR: Finding = {
  code: 'E_RULE_CONTROLLER',
  level: 'error',
  message: 'there is no controller "tag"',
  file: 'src/config/router.ts',
  line: 7,
  column: 3,
  rule: { number: '4', text: "['/tag/:id?', 'rest']" },
  hint: 'Write src/controller/tag: npx rest-gen controller tag -r',
};

describe('the report of check', () => {
  it('fits into the columns, keeps line ends, and counts each level', () => {
    const long = { ...ERROR, level: 'warning' as const, message: `${'word '.repeat(40).trim()}\nsecond line` };
    const note = {
      ...ERROR,
      level: 'note' as const,
      file: undefined,
      line: undefined,
      column: undefined,
    } as unknown as Finding;
    const text = reportText([ERROR, long, long, note], counts, 64, plain);
    expect(Math.max(...text.split('\n').map((line) => line.length))).to.be.within(50, 64);
    expect(text).to.include('\n         second line\n').and.include('\nnote     E_RULE_CONTROLLER\n');
    expect(text).to.match(/\n1 error, 2 warnings, 1 note in 2 rules, 1 controller, 0 logics\n$/);
  });

  it('does not break a command that users copy', () => {
    const hint =
      'Did you mean the directory "api/"? Or write one, such as src/controller/apis/note: npx rest-gen controller apis/note -r';
    const text = reportText([{ ...ERROR, hint }], counts, 80, plain);
    expect(text).to.include('npx rest-gen controller apis/note -r\n');
  });

  it('has colors for levels, and a summary without findings', () => {
    const painted = (color: string, text: string) => `<${color}>${text}</>`;
    expect(reportText([], counts, 80, painted)).to.equal(
      '<green>Nothing found</> in 2 rules, 1 controller, 0 logics\n',
    );
    expect(reportText([ERROR], counts, 80, painted))
      .to.include('<red>error    </>')
      .and.include('<red>1 error</>');
  });
});
