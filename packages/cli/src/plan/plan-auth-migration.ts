import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { columnLine } from './field-lines.ts';
import { planFile } from './plan-migration.ts';
import { resolveReference } from './tables.ts';

/** The columns of a user that signing in needs. */
const USER_COLUMNS: Readonly<Record<string, string>> = {
  email: "t.string('email').notNull().unique();",
  name: "t.string('name');",
  password: "t.string('password');",
  verified_at: "t.datetime('verified_at');",
};

/**
 * Plan the migration of the tables of `rest-gen auth`.
 *
 * @param columns - those of a table `user` that exists, which gets those that it lacks
 */
export function planAuthMigration(
  project: Project,
  columns: readonly string[] | undefined,
  now: Date,
): { migration: PlannedFile; added: readonly string[] | undefined } {
  const added = columns && Object.keys(USER_COLUMNS).filter((name) => !columns.includes(name));
  const { up, down } = added === undefined ? NEW_USER : changeUser(added);
  const reference = { name: 'user_id', type: 'references', required: true, unique: false, index: false } as const;
  const userId = columnLine(resolveReference(project, { ...reference, table: 'user', hasTable: true }, 'token'));
  const steps = {
    up: [
      ...up,
      '// Sessions, API tokens, and what is mailed to verify an address or to reset a password.',
      "await schema.createTable('token', (t) => {",
      '  t.id();',
      `  ${cascading(userId)}`,
      "  t.enum('kind', ['session', 'api', 'verify', 'reset']).notNull();",
      "  t.string('hash', 43).notNull().unique();",
      "  t.string('name');",
      "  t.json('abilities');",
      "  t.datetime('used_at');",
      "  t.datetime('expires_at');",
      '  t.timestamps();',
      '});',
      '// Attempts to sign in, by account and network.',
      "await schema.createTable('attempt', (t) => {",
      "  t.string('id', 43).primary();",
      "  t.integer('count').notNull();",
      "  t.datetime('expires_at').notNull();",
      '});',
    ],
    down: ["await schema.dropTable('attempt');", "await schema.dropTable('token');", ...down],
  };
  return { migration: planFile(project, 'create_auth', steps, now), added };
}

// --- internal ---

interface Steps {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const NEW_USER: Steps = {
  up: [
    "await schema.createTable('user', (t) => {",
    '  t.id();',
    `  ${USER_COLUMNS.email}`,
    `  ${USER_COLUMNS.name}`,
    '  // A hash; null for users who only sign in with another service.',
    `  ${USER_COLUMNS.password}`,
    `  ${USER_COLUMNS.verified_at}`,
    '  t.timestamps();',
    '});',
  ],
  down: ["await schema.dropTable('user');"],
};

/** Rows that exist have no address yet, so the column can be null. */
function changeUser(added: readonly string[]): Steps {
  if (added.length === 0) return { up: [], down: [] };
  const lines = added.map((name) => USER_COLUMNS[name]?.replace('.notNull()', '') as string);
  return {
    up: ["await schema.alterTable('user', (t) => {", ...lines.map((line) => `  ${line}`), '});'],
    down: ["await schema.alterTable('user', (t) => {", ...added.map((name) => `  t.drop('${name}');`), '});'],
  };
}

/** The tokens of a user go with the user. */
function cascading(line: string): string {
  const [, begin = '', options = '', end = ''] =
    /^(t\.references\('user_id', '\w+')(?:, \{ (.*) \})?\)(.*)$/.exec(line) ?? [];
  return `${begin}, { ${options === '' ? '' : `${options}, `}onDelete: 'cascade' })${end}`;
}
