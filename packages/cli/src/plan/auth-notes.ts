import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedFile } from '../files/compare-file.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { USER_MEMBERS } from './plan-auth.ts';
import { addedColumns } from './plan-auth-migration.ts';
import { declaresUser, USER_FILE } from './plan-policy.ts';
import type { UserTable } from './user-table.ts';

/** What the migration does to a table `user` that exists, and what this means for its users. */
export function userTableNotes(user: UserTable): string[] {
  const added = addedColumns(user);
  const hasEmail = user.columns.has('email');
  const steps = [
    ...(added.length > 0 ? [`adds ${added.join(', ')}`] : []),
    ...(hasEmail && !user.hasUniqueEmail ? ['makes email unique, which fails while two users have the same'] : []),
    ...(user.isShort ? ['makes room for the hash in password'] : []),
  ];
  const what = steps.length === 0 ? 'It has all columns.' : `The migration ${steps.join(', and ')}.`;
  const names = user.required.map(({ name }) => name).join(', ');
  return [
    `The table user exists. ${what} ${meaningOf(user, added)}`.trim(),
    ...(hasEmail && user.columns.has('password')
      ? ['A password that hashPassword of @rest-gen/auth has not made cannot be checked: set it to null.']
      : []),
    ...(names === ''
      ? []
      : [
          `Everybody who signs up sets these columns of user, which take no null: ${names}. Where users must not, give a column a default, and take it out of src/logic/user.`,
        ]),
  ];
}

/** What belongs into files of the same names, which are not changed. */
export function keptNotes(files: readonly ComparedFile[]): string[] {
  return files.flatMap(({ path, before, after }) => {
    if (!CODE.test(path) || before === undefined || after === undefined) return [];
    return [`${path} is yours, and was not changed. Add what it lacks of this:\n${bodyOf(after)}`];
  });
}

/** Tables that everyone may use as before, because all tables need a policy now. */
export function openedNotes(tables: readonly string[]): string[] {
  if (tables.length === 0) return [];
  const names = tables.join(', ');
  return [
    `With policies, every table needs one. These stay open to everyone, as they were: ${names}. Change src/policy.`,
  ];
}

/** Members that the declaration of the user lacks. */
export function userTypeNotes(project: Project): string[] {
  const file = join(project.root, USER_FILE);
  if (project.language !== 'ts') return [];
  const isElsewhere = declaresUser(project);
  const text = statPath(file)?.isFile() ? readFileSync(file, 'utf8') : '';
  const names = Object.keys(USER_MEMBERS).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  if (!isElsewhere && (text === '' || names.length === 0)) return [];
  const members = (isElsewhere ? Object.keys(USER_MEMBERS) : names).map((name) => `  ${name}: ${USER_MEMBERS[name]};`);
  const place = isElsewhere ? 'the interface User' : `the interface User in ${USER_FILE}`;
  return [`What auth.signedIn and policies know of a user is in ${place}. Add what it lacks:\n${members.join('\n')}`];
}

// --- internal ---

function meaningOf({ columns }: UserTable, added: readonly string[]): string {
  if (!columns.has('email')) return 'Its users cannot sign in before they have an address.';
  if (!added.includes('verified_at')) return '';
  return 'Users with an address count as verified, and set a password with the mail of POST /password.';
}

const CODE = /^src\/(?:controller|logic|policy)\//;

/** A source without its imports, indented. */
function bodyOf(source: string): string {
  const lines = source.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => /^import\b|\brequire\(/.test(line));
  return lines
    .slice(last + 1)
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)
    .join('\n');
}
