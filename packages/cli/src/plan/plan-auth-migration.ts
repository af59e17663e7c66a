import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { planFile } from './plan-migration.ts';
import { AUTH } from './tables.ts';
import type { UserTable } from './user-table.ts';

/** The columns of a user that signing in needs. */
const USER_COLUMNS: Readonly<Record<string, string>> = {
  email: "t.string('email').notNull().unique();",
  name: "t.string('name');",
  password: "t.string('password');",
  verified_at: "t.datetime('verified_at');",
};

/**
 * Plan the migration of the tables of `rest-gen auth`. A table `user` that exists gets what it lacks.
 *
 * Existing users count as verified: nobody signs in to their accounts before a mail to their address was used to set a
 * password. Otherwise anybody could sign up with the address of one of them, change what is stored, and have the
 * account when its user opens the mail that verifies the address.
 */
export function planAuthMigration(project: Project, user: UserTable | undefined, now: Date): PlannedFile {
  const { up, down } = user === undefined ? NEW_USER : changeUser(user);
  const steps = {
    up: [
      ...up,
      '// Sessions, API tokens, and what is mailed to verify an address or to reset a password.',
      "await schema.createTable('token', (t) => {",
      '  t.id();',
      ...referenceLines(user),
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
  return planFile(project, AUTH, steps, now);
}

/** The columns that the migration adds to a table `user` that exists. */
export function addedColumns({ columns }: UserTable): string[] {
  return Object.keys(USER_COLUMNS).filter((name) => !columns.has(name));
}

/** The reference to a user. */
export function referenceLines(user: UserTable | undefined): string[] {
  const type = user?.key === undefined ? '' : `type: '${user.key.type}', `;
  return [`  t.references('user_id', 'user', { ${type}onDelete: 'cascade' }).notNull();`];
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
function changeUser(user: UserTable): Steps {
  const added = addedColumns(user);
  const hasEmail = user.columns.has('email');
  const isIndexed = hasEmail && !user.hasUniqueEmail;
  const up = [
    ...added.map((name) => `  ${USER_COLUMNS[name]?.replace('.notNull()', '')}`),
    ...(isIndexed ? ["  t.unique(['email']);"] : []),
    ...(user.isShort ? ["  t.change('password').string(255);"] : []),
  ];
  const down = [
    ...(isIndexed ? ["  t.dropUnique(['email']);"] : []),
    ...added.toReversed().map((name) => `  t.drop('${name}');`),
  ];
  return {
    up: [...alterUser(up), ...(hasEmail && added.includes('verified_at') ? VERIFY : [])],
    down: alterUser(down),
  };
}

function alterUser(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["await schema.alterTable('user', (t) => {", ...lines, '});'];
}

const VERIFY = [
  '// Otherwise anybody could sign up with the address of an existing user, and change what is stored.',
  "await schema.backfill('user', {",
  '  set: { verified_at: new Date() },',
  '  where: { email: { ne: null }, verified_at: null },',
  '});',
];
