import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../arguments/field-types.ts';
import type { PlannedFile } from '../files/compare-file.ts';
import { statPath } from '../paths.ts';
import { findSource, type Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { parseColumns } from './parse-columns.ts';
import { resolveReference } from './tables.ts';

/** The checked request for a policy. */
export interface PolicyRequest {
  /** Column with the id of the user who may change a record. */
  readonly owner?: string | undefined;
  /** Column that must be what the user has in the member of this name. */
  readonly tenant?: string | undefined;
  /** Everyone may do everything. */
  readonly open?: boolean | undefined;
  /** Columns that nobody may read. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * Plan the policy of a table, and in TypeScript the declaration of the user that its functions need, if there is none.
 * Writes nothing.
 *
 * @param fields - of a table that no migration creates yet
 */
export function planPolicy(
  project: Project,
  table: string,
  request: PolicyRequest,
  fields: readonly Field[] = [],
): PlannedFile[] {
  const { language, annotated } = project;
  const { owner, tenant, open = false, secrets = [] } = request;
  const ts = language === 'ts';
  const esm = ts || project.modules === 'esm';
  const values = { ts, esm, annotated, table: literal(table), open, owner, tenant, secrets };
  const policy: PlannedFile = { path: `src/policy/${table}.${language}`, template: 'policy', values, policy: 'own' };
  // The type of the user is needed only if the policy has a function of the user.
  const needsUser = ts && !open && (owner !== undefined || tenant !== undefined);
  if (!needsUser || declaresUser(project)) return [policy];
  const columns = fields.length > 0 ? fields : (parseColumns(project, table) ?? []);
  const typeOf = (name: string | undefined) => {
    const field = columns.find((one) => one.name === name);
    const type = field && (resolveReference(project, field, table).key?.type ?? field.type);
    return ['string', 'text', 'enum', 'uuid'].includes(type ?? '') ? 'string' : 'number';
  };
  const members = [
    { name: 'id', type: typeOf(owner) },
    ...(tenant === undefined || tenant === 'id' ? [] : [{ name: tenant, type: typeOf(tenant) }]),
  ];
  return [policy, { path: USER_FILE, template: 'user', values: { members }, policy: 'once' }];
}

/**
 * Find the options that the policy of a table was generated with. A changed file differs from what they give.
 *
 * @returns undefined without a policy
 */
export function findPolicyRequest({ root, language }: Project, table: string): PolicyRequest | undefined {
  const file = findSource(root, `src/policy/${table}`, language);
  if (file === undefined) return undefined;
  const source = readFileSync(join(root, file), 'utf8');
  const secrets = [...source.matchAll(/^ {4}(\w+): \{ read: 'nobody' \},$/gm)].map(([, name = '']) => name);
  const hidden = secrets.length === 0 ? {} : { secrets };
  if (source.includes("definePolicy('everyone')") || source.includes("delete: 'everyone'"))
    return { open: true, ...hidden };
  const owner = /\bdelete: \(user\) => \(\{ (\w+): user\.id \}\)/.exec(source)?.[1];
  const tenant = /\balways: \(user\) => \(\{ (\w+): user\.(?:\w+) \}\)/.exec(source)?.[1];
  return { owner, tenant, ...hidden };
}

/** The file that declares the users of a project, relative to its root. */
export const USER_FILE = 'src/user.d.ts';

/** Whether another source than {@link USER_FILE} adds members to `User`. */
export function declaresUser({ root }: Project): boolean {
  const directory = join(root, 'src');
  if (statPath(join(root, USER_FILE)) || !statPath(directory)?.isDirectory()) return false;
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => /\.[cm]?ts$/.test(path) && statPath(path)?.isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .some((text) => /declare module '@rest-gen\/(?:model|router)'/.test(text) && /\binterface User\b/.test(text));
}
