import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { controllerCommand } from '../src/commands/controller.ts';
import { migrateCommand } from '../src/commands/migrate.ts';
import { migrationCommand } from '../src/commands/migration.ts';
import { CliError, ERRORS, type ErrorCode, EXIT } from '../src/errors.ts';
import { FIELD_TYPES } from '../src/field.ts';
import { PACKAGE } from './fixture.ts';

/** The README, the columns of its tables closed up. */
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8').replace(/ +/g, ' ');

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

  it('are all explained in the README, as are all options, types and exit codes', () => {
    for (const code of Object.keys(ERRORS)) expect(readme).to.contain(`| \`${code}\` | ${ERRORS[code as ErrorCode]} |`);
    const commands = [controllerCommand, migrateCommand, migrationCommand];
    for (const option of [...commands.flatMap(({ options }) => Object.keys(options)), 'cwd', 'dry-run', 'json'])
      expect(readme).to.contain(`\`--${option}`);
    for (const type of FIELD_TYPES) expect(readme).to.contain(`| \`${type}\``);
  });

  it('explains no error that there is not', () => {
    for (const [code] of readme.matchAll(/\bE_[A-Z_]+\b/g)) expect(ERRORS).to.have.property(code);
  });
});
