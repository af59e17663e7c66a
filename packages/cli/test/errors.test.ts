import { expect } from 'chai';
import { CliError, EXIT } from '../src/errors.ts';

describe('errors', () => {
  it('carry their code, exit code and way out', () => {
    const cause = new Error('x');
    const error = new CliError('E_WRITE', 'what', 'way out', { cause });
    expect(error).to.include({
      name: 'CliError',
      code: 'E_WRITE',
      message: 'what',
      wayOut: 'way out',
      exitCode: EXIT.internal,
      cause,
    });
  });
});
