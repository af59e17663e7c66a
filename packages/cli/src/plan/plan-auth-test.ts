import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableOf } from '../arguments/parse-name.ts';
import { listControllers } from '../project/list-controllers.ts';
import { findSource, type Project } from '../project/project.ts';
import { findPolicyRequest } from './plan-policy.ts';
import { readSetup, runnerOf, sampleEntries } from './plan-test.ts';
import type { UserTable } from './user-table.ts';

/** The values of the template of `test/auth.test`. */
export interface AuthTestValues {
  readonly vitest: boolean;
  readonly nodeTest: boolean;
  /** Required columns of a user, as code. */
  readonly entries: readonly string[];
  /** The address of a resource that users may list; `undefined` for none. */
  readonly other: string | undefined;
}

/**
 * Describe the test of `rest-gen auth`, in a project with the `test/app` of `rest-gen new`.
 *
 * @param opened - tables that are open to everyone
 * @returns undefined for another project, and where a user has to refer to another record
 */
export function authTestValues(
  project: Project,
  user: UserTable | undefined,
  opened: readonly string[],
): AuthTestValues | undefined {
  const setup = readSetup(project);
  const entries = sampleEntries(user?.required ?? []);
  if (setup === undefined || entries === undefined) return undefined;
  return { ...runnerOf(setup), entries, other: findOther(project, opened) };
}

// --- internal ---

function findOther(project: Project, opened: readonly string[]): string | undefined {
  const { root, language, routerFile } = project;
  const rules = routerFile === undefined ? '' : readFileSync(join(root, routerFile), 'utf8');
  const found = listControllers(root).find((name) => {
    const table = tableOf(name);
    const file = findSource(root, `src/controller/${name}`, language);
    const source = file === undefined ? '' : readFileSync(join(root, file), 'utf8');
    if (['user', 'token'].includes(table) || !/\bextends Rest\b/.test(source)) return false;
    if (!rules.includes(`'/${name}/:id?'`)) return false;
    const policy = opened.includes(table) ? { open: true } : findPolicyRequest(project, table);
    return policy?.open === true || (policy?.owner !== undefined && policy.tenant === undefined);
  });
  return found && `/${found}`;
}
