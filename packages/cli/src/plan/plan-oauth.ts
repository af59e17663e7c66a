import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import type { ComparedFile, PlannedFile } from '../files/compare-file.ts';
import type { Rule } from '../files/router-file.ts';
import { realPathInside, statPath } from '../paths.ts';
import { findSource, type Project } from '../project/project.ts';
import { quote } from '../text.ts';
import { referenceLines } from './plan-auth-migration.ts';
import { planFile } from './plan-migration.ts';
import { isCreated } from './table-notes.ts';
import type { UserTable } from './user-table.ts';

/** A service that signs users in, of `--oauth`. */
export interface OAuthProvider {
  /** That of the function of `@rest-gen/auth`. */
  readonly name: string;
  /** The environment variables with its id and secret. */
  readonly variables: readonly [id: string, secret: string];
}

export const OAUTH_NAMES = ['github', 'google'] as const;

export const OAUTH_RULES: readonly Rule[] = [{ pattern: '/oauth/:provider' }];

/** @throws {CliError} `E_USAGE` */
export function parseProviders(text: string | undefined): OAuthProvider[] {
  if (text === undefined) return [];
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !(OAUTH_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0) {
    const hint = `Use some of ${OAUTH_NAMES.join(', ')}, separated by commas; docs/authentication.md has the others.`;
    throw new CliError('E_USAGE', `There is no provider ${quote(unknown ?? text)}.`, hint);
  }
  return OAUTH_NAMES.filter((name) => names.includes(name)).map((name) => ({
    name,
    variables: [`${name.toUpperCase()}_CLIENT_ID`, `${name.toUpperCase()}_CLIENT_SECRET`],
  }));
}

/** @throws {CliError} `E_CONFLICT` for a table `identity` that is something else */
export function requireIdentity(project: Project): void {
  const hasController = findSource(project.root, 'src/controller/oauth', project.language) !== undefined;
  if (!hasController) requireFree(project, ['identity']);
}

/** @throws {CliError} `E_CONFLICT` for a table of one of these names, which is something else */
export function requireFree(project: Project, tables: readonly string[]): void {
  const taken = tables.find((table) => isCreated(project, table));
  if (taken === undefined) return;
  const message = `A migration creates the table ${taken} already, and @rest-gen/auth has a table of this name.`;
  throw new CliError('E_CONFLICT', message, 'Rename yours with a migration. Nothing was written.');
}

/** Plan the migration of the table of identities. */
export function planIdentity(project: Project, user: UserTable | undefined, now: Date): PlannedFile {
  const steps = {
    up: [
      '// Who a user is at another service.',
      "await schema.createTable('identity', (t) => {",
      '  t.id();',
      ...referenceLines(user),
      "  t.string('provider', 64).notNull();",
      "  t.string('subject').notNull();",
      '  t.timestamps();',
      "  t.unique(['provider', 'subject']);",
      '});',
    ],
    down: ["await schema.dropTable('identity');"],
  };
  // After the table of users.
  return planFile(project, 'create_identity', steps, new Date(now.getTime() + 1000));
}

/** Add the variables to `.env.example`; `undefined` if there is no such file, or it has them. */
export function changeExample({ root }: Project, providers: readonly OAuthProvider[]): ComparedFile | undefined {
  const path = '.env.example';
  if (providers.length === 0 || !statPath(join(root, path))?.isFile()) return undefined;
  const target = realPathInside(root, path);
  const before = readFileSync(target, 'utf8');
  const lacks = (name: string) => !new RegExp(`^${name}=`, 'm').test(before);
  const lines = [
    ...(lacks('PUBLIC_URL')
      ? ['# The address of this service, which providers send users back to.', 'PUBLIC_URL=http://localhost:3000']
      : []),
    ...providers.flatMap(({ name, variables }) => {
      const missing = variables.filter(lacks);
      if (missing.length === 0) return [];
      return [`# ${name} signs users in where these are set.`, ...missing.map((variable) => `${variable}=`)];
    }),
  ];
  if (lines.length === 0) return undefined;
  const after = `${before.replace(/\n?$/, '\n')}${lines.join('\n')}\n`;
  return { path, status: 'update', before, after, target };
}

/** What the user has to do. */
export function oauthNotes(
  project: Project,
  user: UserTable | undefined,
  providers: readonly OAuthProvider[],
): string[] {
  if (providers.length === 0) return [];
  const addresses = providers.map(({ name }) => `PUBLIC_URL/oauth/${name}`).join(', ');
  const names = user?.required.map(({ name }) => name).join(', ') ?? '';
  return [
    ...authNotes(project, providers),
    ...(names === ''
      ? []
      : [`Users whom a provider adds need these columns too: ${names}. Set them in newUser of src/auth.`]),
    `Register the redirect URL at the provider: ${addresses}.`,
  ];
}

// --- internal ---

/** What a file `src/auth` of the user lacks. */
function authNotes({ root, language }: Project, providers: readonly OAuthProvider[]): string[] {
  const path = findSource(root, 'src/auth', language);
  if (path === undefined) return [];
  const text = readFileSync(realPathInside(root, path), 'utf8');
  const missing = providers.filter(({ name }) => !text.includes(`${name}(`));
  if (missing.length === 0) return [];
  const lines = missing.map(({ name, variables: [id, secret] }) => {
    return `    ${name}: ${name}({ clientId: process.env.${id}, clientSecret: process.env.${secret} }),`;
  });
  const names = missing.map(({ name }) => name).join(', ');
  return [
    `${path} is yours, and was not changed. Import ${names} of @rest-gen/auth, and add to createAuth:\n  url: process.env.PUBLIC_URL,\n  providers: {\n${lines.join('\n')}\n  },`,
  ];
}
