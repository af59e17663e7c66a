import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from '../files/compare-file.ts';
import type { Rule } from '../files/router-file.ts';
import { findSource, type Project } from '../project/project.ts';
import { planAuthMigration } from './plan-auth-migration.ts';
import { importPath, planBase } from './plan-controller.ts';
import { declaresUser, planPolicy, USER_FILE } from './plan-policy.ts';
import { listPolicies, tablesWithoutPolicy } from './policy-notes.ts';

/** The files of `rest-gen auth`, and what its user has to know. */
export interface AuthPlan {
  readonly files: readonly PlannedFile[];
  /** Tables that everyone may read and write, as before. */
  readonly opened: readonly string[];
  /** Columns that are added to the table `user`, which existed; `undefined` for a new one. */
  readonly added: readonly string[] | undefined;
}

/** The rules, those of one path before those of many. */
export const AUTH_RULES: readonly Rule[] = [
  { pattern: '/user/verification', to: 'user#verification' },
  { pattern: '/user/:id?' },
  { pattern: '/session' },
  { pattern: '/password' },
  { pattern: '/token/:id?' },
];

/**
 * Plan the files that sign users in. Existing files belong to the user and stay. Writes nothing.
 *
 * @param columns - those of the table `user`; `undefined` when there is none
 */
export function planAuth(project: Project, columns: readonly string[] | undefined, now: Date): AuthPlan {
  const { root, language } = project;
  const source = (path: string, template: AuthTemplate): PlannedFile => {
    const file = findSource(root, path, language) ?? `${path}.${language}`;
    return { path: file, template: `auth/${template}`, values: codeOf(project, file), policy: 'once' };
  };
  const hasPolicies = listPolicies(project).length > 0;
  const opened = hasPolicies ? [] : tablesWithoutPolicy(project).filter((table) => !OWN_TABLES.has(table));
  const { migration, added } = planAuthMigration(project, columns, now);
  const router = project.routerFile ?? `src/config/router.${language}`;
  const files = [
    planBase(project),
    migration,
    source('src/auth', 'auth'),
    source('src/mail', 'mail'),
    ...CONTROLLERS.flatMap((name) => [
      source(`src/controller/${name}`, `controller-${name}`),
      source(`src/logic/${name}`, `logic-${name}`),
    ]),
    source('src/policy/user', 'policy-user'),
    source('src/policy/token', 'policy-token'),
    ...opened.flatMap((table) => planPolicy(project, table, { open: true })),
    ...planUser(project),
    ...planAuthTest(project),
    {
      path: router,
      template: 'router',
      values: { ts: false, esm: false, lines: [] },
      policy: 'rule',
      rules: AUTH_RULES,
    },
  ] satisfies PlannedFile[];
  return { files, opened, added };
}

// --- internal ---

const CONTROLLERS = ['user', 'session', 'password', 'token'] as const;
type AuthTemplate =
  | 'auth'
  | 'mail'
  | 'test'
  | `${'controller' | 'logic'}-${(typeof CONTROLLERS)[number]}`
  | `policy-${'user' | 'token'}`;

/** Their policies are not open. */
const OWN_TABLES: ReadonlySet<string> = new Set(['user', 'token', 'session', 'password']);

/** Functions that write the imports and exports of a file. */
function codeOf(project: Project, path: string): Readonly<Record<string, unknown>> {
  const ts = project.language === 'ts';
  const esm = ts || project.modules === 'esm';
  const directory = path.slice(0, path.lastIndexOf('/'));
  const moduleOf = (name: string) => {
    if (!name.startsWith('.')) return name;
    const target = join(directory, name).replaceAll('\\', '/');
    const file = findSource(project.root, target, project.language) ?? `${target}.${project.language}`;
    return importPath(project, directory, file);
  };
  return {
    ts,
    esm,
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

function planUser(project: Project): PlannedFile[] {
  if (project.language !== 'ts' || declaresUser(join(project.root, 'src'))) return [];
  const members = [
    { name: 'id', type: 'number' },
    { name: 'email', type: 'string' },
    { name: 'name', type: 'string | null' },
    { name: 'verified_at', type: 'string | null' },
  ];
  return [{ path: USER_FILE, template: 'user', values: { members }, policy: 'once' }];
}

/** In a project with the `test/app` of `rest-gen new`. */
function planAuthTest(project: Project): PlannedFile[] {
  const setup = findSource(project.root, 'test/app', project.language);
  const text = setup === undefined ? '' : readFileSync(join(project.root, setup), 'utf8');
  if (!/\('\.\.\/src\/app\.[jt]s'\)/.test(text)) return [];
  const path = `test/auth.test.${project.language}`;
  const runner = text.includes("from 'vitest'") ? "import { describe, it } from 'vitest';\n" : '';
  return [{ path, template: 'auth/test', values: { ...codeOf(project, path), runner }, policy: 'once' }];
}
