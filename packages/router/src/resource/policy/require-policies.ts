import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectOptions } from '../../core/contracts/options.ts';
import { StartError } from '../../core/errors.ts';
import { searchedDirectories } from '../../core/load/find-root.ts';
import { showPath } from '../../core/load/show-path.ts';

/**
 * Check that an application that passes its controllers has not forgotten its policies: without them everything is open.
 *
 * @throws {StartError} `E_OPTION`
 */
export function requirePolicies({ root, controllers, policies, user }: ProjectOptions): void {
  if (controllers === undefined || policies !== undefined) return;
  const folders = searchedDirectories(root).map((directory) => join(directory, 'policy'));
  const folder = folders.find((one) => existsSync(one));
  if (user === undefined && folder === undefined) return;
  const reason = folder === undefined ? 'the option user is given' : `there is the folder ${showPath(folder)}`;
  throw new StartError('E_OPTION', `the option controllers is given without policies, and ${reason}`, {
    hint: 'Give createRestRouter({ controllers, policies }): npx rest-gen bundle writes a module with all of them; policies: {} says that there are none.',
  });
}
