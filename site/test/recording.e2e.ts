// @ts-expect-error: a script has no declarations
import { run } from '../../scripts/run.js';

describe('docs/images/terminal.svg', () => {
  it('shows what its commands print', () => {
    run(process.execPath, ['scripts/record-terminal.js', '--check']);
  });
});
