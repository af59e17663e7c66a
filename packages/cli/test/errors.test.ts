import { expect } from 'chai';
import { CliError, EXIT } from '../src/errors.ts';

describe('errors', () => {
  it('carry their code, exit code and fix', () => {
    const cause = new Error('x');
    const error = new CliError('E_WRITE', 'what', 'fix', { cause });
    expect(error).to.include({
      name: 'CliError',
      code: 'E_WRITE',
      message: 'what',
      fix: 'fix',
      exitCode: EXIT.internal,
      cause,
    });
  });
});
