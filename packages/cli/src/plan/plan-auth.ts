import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from '../files/compare-file.ts';
import { type Rule, ruleText } from '../files/router-file.ts';
import { findSource, type Project } from '../project/project.ts';
import { ruleLines } from './field-lines.ts';
import { planAuthMigration } from './plan-auth-migration.ts';
import { authTestValues } from './plan-auth-test.ts';
import { importPath, kind, planBase, planModel } from './plan-controller.ts';
import { OAUTH_RULES, type OAuthProvider, planIdentity } from './plan-oauth.ts';
import { declaresUser, planPolicy, USER_FILE } from './plan-policy.ts';
import { listPolicies, tablesWithoutPolicy } from './policy-notes.ts';
import { resolveReference } from './tables.ts';
import type { UserTable } from './user-table.ts';

/** The files of `rest-gen auth`, and what its user has to know. */
export interface AuthPlan {
  readonly files: readonly PlannedFile[];
  /** Tables that everyone may read and write, as before. */
  readonly opened: readonly string[];
}

/** What is known of a project that gets users. */
export interface AuthRequest {
  /** A table `user` that it has already. */
  readonly user: UserTable | undefined;
  /** Tables that relations of controllers lead to. */
  readonly related: readonly string[];
  /** Other services that sign users in. */
  readonly providers: readonly OAuthProvider[];
  /** The time that names the migration. */
  readonly now: Date;
}

/** The rules, in the order in which they are added: one with a target comes before those that may take its path. */
export const AUTH_RULES: readonly Rule[] = [
  { pattern: '/user/:id?' },
  { pattern: '/session' },
  { pattern: '/password' },
  { pattern: '/token/:id?' },
  { pattern: '/user/verification', to: 'user#verification' },
];

/** Members of a user, with their types. */
export const USER_MEMBERS: Readonly<Record<string, string>> = {
  id: 'number',
  email: 'string',
  name: 'string | null',
  verified_at: 'string | null',
};

/** Plan the files that sign users in. Writes nothing. */
export function planAuth(project: Project, { user, related, providers, now }: AuthRequest): AuthPlan {
  const { root, language } = project;
  const source = (path: string, template: AuthTemplate, policy: 'own' | 'once' = 'own'): PlannedFile => {
    const file = findSource(root, path, language) ?? `${path}.${language}`;
    const values = { ...codeOf(project, file), ...valuesOf(project, user), providers };
    return { path: file, template: `auth/${template}`, values, policy };
  };
  const hasPolicies = listPolicies(project).length > 0;
  const served = new Set([...tablesWithoutPolicy(project), ...related]);
  const opened = hasPolicies ? [] : [...served].filter((table) => !OWN_TABLES.has(table)).sort();
  const router = project.routerFile ?? `src/config/router.${language}`;
  const rules = [...AUTH_RULES, ...(providers.length > 0 ? OAUTH_RULES : [])];
  const lines = rules.toSorted((one, other) => Number(other.to !== undefined) - Number(one.to !== undefined));
  const files = [
    ...(project.modelFile === undefined ? [planModel(project)] : []),
    planBase(project),
    planAuthMigration(project, user, now),
    ...(providers.length > 0
      ? [planIdentity(project, user, now), source('src/controller/oauth', 'controller-oauth')]
      : []),
    source('src/auth', 'auth', 'once'),
    source('src/mail', 'mail', 'once'),
    ...CONTROLLERS.flatMap((name) => [
      source(`src/controller/${name}`, `controller-${name}`),
      source(`src/logic/${name}`, `logic-${name}`),
    ]),
    source('src/policy/user', 'policy-user'),
    source('src/policy/token', 'policy-token'),
    ...opened.flatMap((table) => planPolicy(project, table, { open: true })),
    ...planUser(project, user),
    ...planAuthTest(project, user, opened),
    {
      path: router,
      template: 'router',
      values: { ...kind(project), lines: lines.map((rule) => `${ruleText(rule)},`) },
      policy: 'rule',
      rules,
    },
  ] satisfies PlannedFile[];
  return { files, opened };
}

/** Values of the templates, and the function that writes an import. */
interface Code extends Readonly<Record<string, unknown>> {
  load(names: string | readonly string[], from: string, isType?: boolean): string;
}

/** Functions that write the imports and exports of a file. */
export function codeOf(project: Project, path: string): Code {
  const { ts, esm } = kind(project);
  const directory = path.slice(0, path.lastIndexOf('/'));
  const moduleOf = (name: string) => {
    if (!name.startsWith('.')) return name;
    const target = join(directory, name).replaceAll('\\', '/');
    const file = findSource(project.root, target, project.language) ?? `${target}.${project.language}`;
    return importPath(project, directory, file);
  };
  const base = project.baseFile === undefined ? '' : readFileSync(join(project.root, project.baseFile), 'utf8');
  return {
    ts,
    esm,
    idempotent: /\bstatic idempotent\b/.test(base),
    annotated: project.annotated,
    type: (text: string) => (ts ? text : ''),
    types: (...names: string[]) => (ts ? names.map((name) => `type ${name}`) : []),
    exported: esm ? 'export default' : 'module.exports =',
    end: esm ? '' : ';',
    /** An import: a name for the default export, a list for names. */
    load(names: string | readonly string[], from: string, isType = false) {
      const module = `'${moduleOf(from)}'`;
      const kept = typeof names === 'string' ? names : names.filter((name) => ts || !name.startsWith('type '));
      const list = typeof kept === 'string' ? kept : `{ ${kept.join(', ')} }`;
      return esm ? `import ${isType ? 'type ' : ''}${list} from ${module};` : `const ${list} = require(${module});`;
    },
    /** The beginning of an exported constant. */
    named: (name: string, type: string) => `${esm ? 'export ' : ''}const ${name}${ts ? type : ''}`,
    namedFunction: (name: string, parameter: string, type: string, result: string) =>
      `${esm ? 'export ' : ''}function ${name}(${parameter}${ts ? type : ''})${ts ? result : ''}`,
    /** The exports at the end of a CommonJS file. */
    namedEnd: (...names: string[]) => (esm ? '' : `\nmodule.exports = { ${names.join(', ')} };\n`),
  };
}

// --- internal ---

const CONTROLLERS = ['user', 'session', 'password', 'token'] as const;
type AuthTemplate =
  | 'auth'
  | 'mail'
  | 'test'
  | 'controller-oauth'
  | `${'controller' | 'logic'}-${(typeof CONTROLLERS)[number]}`
  | `policy-${'user' | 'token'}`;

/** Their policies are not open. */
const OWN_TABLES: ReadonlySet<string> = new Set(['user', 'token']);

const NAME = '  name: { string: true, trim: true, length: { max: 255 } },';

/** What depends on the table `user`. */
function valuesOf(project: Project, user: UserTable | undefined): Readonly<Record<string, unknown>> {
  const required = user?.required.map((field) => resolveReference(project, field, 'user')) ?? [];
  const hasName = required.some(({ name }) => name === 'name');
  return {
    softDelete: user?.columns.has('deleted_at') === true,
    profile: [...(hasName ? [] : [NAME]), ...required.flatMap((field) => ruleLines(field))],
  };
}

/** The declaration of the user, unless a source has one. */
function planUser(project: Project, user: UserTable | undefined): PlannedFile[] {
  if (project.language !== 'ts' || declaresUser(project)) return [];
  const isText = user?.key?.type === 'uuid' || user?.key?.type === 'string';
  const members = Object.entries(USER_MEMBERS).map(([name, type]) => ({
    name,
    type: name === 'id' && isText ? 'string' : type,
  }));
  return [{ path: USER_FILE, template: 'user', values: { members }, policy: 'once' }];
}

function planAuthTest(project: Project, user: UserTable | undefined, opened: readonly string[]): PlannedFile[] {
  const values = authTestValues(project, user, opened);
  const path = `test/auth.test.${project.language}`;
  if (values === undefined) return [];
  return [{ path, template: 'auth/test', values: { ...codeOf(project, path), ...values }, policy: 'once' }];
}
