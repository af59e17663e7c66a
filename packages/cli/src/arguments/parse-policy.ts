import { CliError } from '../errors.ts';
import { quote } from '../text.ts';
import { isPrototypeName } from './reserved.ts';

/**
 * Check `--owner` and `--tenant`: the names of columns become code.
 *
 * @throws {CliError} `E_USAGE`
 */
export function parsePolicyOptions(args: Readonly<Record<string, unknown>>): {
  readonly owner: string | undefined;
  readonly tenant: string | undefined;
} {
  const [owner, tenant] = ['owner', 'tenant'].map((option) => {
    const column = args[option] as string | undefined;
    if (column === undefined || (/^[A-Za-z_]\w{0,62}$/.test(column) && !isPrototypeName(column))) return column;
    const fix = `Use letters, digits and "_", as in --${option} ${option}_id.`;
    throw new CliError('E_USAGE', `--${option} ${quote(column)} is not the name of a column.`, fix);
  });
  if (owner === undefined || owner !== tenant) return { owner, tenant };
  throw new CliError('E_USAGE', `--owner and --tenant name the same column, ${owner}.`, 'Use one of them.');
}
