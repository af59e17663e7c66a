import { literal, render } from '../render.ts';
import { type Database, isNative, needsNewNode, type ProjectRequest, packageJson, usesServer } from './package-json.ts';

/** A file of a new project. */
export interface NewFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly contents: string;
}

/** The first command in a new project. */
export function nextCommand(database: Database): string {
  return database === 'none' ? 'npx rest-gen controller health' : "npx rest-gen controller post 'title:string!' -r";
}

/** Plan the files of a new project. Writes nothing. */
export function planProject(request: ProjectRequest): NewFile[] {
  const { name, language, database, testRunner } = request;
  const ts = language === 'ts';
  const hasModel = database !== 'none';
  const vitest = testRunner === 'vitest';
  const nodeTest = testRunner === 'node';
  const url = hasModel ? databaseUrl(database, name) : '';
  const testUrl = usesServer(database) && literal(`${url}_test`);
  const node = needsNewNode(request) ? '24' : '22';
  const native = isNative(request);
  const values = {
    name,
    language,
    database,
    ts,
    hasModel,
    vitest,
    nodeTest,
    url,
    testUrl,
    node,
    native,
    next: nextCommand(database),
  };
  const code = { ts, esm: true };
  const files: (readonly [path: string, contents: string])[] = [
    ['package.json', packageJson(request)],
    ...(ts ? [['tsconfig.json', render('new/tsconfig.json', values)] as const] : []),
    ...(ts ? [['tsconfig.build.json', render('new/tsconfig.build.json', values)] as const] : []),
    [`src/app.${language}`, render('new/app', values)],
    [`src/server.${language}`, render('new/server', values)],
    [`src/env.${language}`, render('new/env', values)],
    [`src/config/router.${language}`, render('router', { ...code, lines: [] })],
    ...(hasModel
      ? [
          [
            `src/config/model.${language}`,
            render('model', { ...code, env: true, language, url: literal(url) }),
          ] as const,
        ]
      : []),
    ...(hasModel
      ? [
          [`src/controller/rest.${language}`, render('rest', { ...code, idempotent: true })] as const,
          [KEYS_MIGRATION, render('migration', { ...code, up: CREATE_KEYS, down: DROP_KEYS })] as const,
        ]
      : []),
    [`test/app.${language}`, render('new/test-app', values)],
    [`test/app.test.${language}`, render('new/app.test', values)],
    ...(vitest ? [[`vitest.config.${language}`, render('new/vitest.config', values)] as const] : []),
    ...(testRunner === 'mocha' ? [['.mocharc.json', render('new/mocharc.json', values)] as const] : []),
    ['biome.json', render('new/biome.json', values)],
    ['.env.example', render('new/env.example', values)],
    ['.gitignore', render('new/gitignore', values)],
    ['Dockerfile', render('new/Dockerfile', values)],
    ['.dockerignore', render('new/dockerignore', values)],
    ['README.md', render('new/README.md', values)],
  ];
  return files.map(([path, contents]) => ({ path, contents }));
}

// --- internal ---

/** The first migration: the table of `static idempotent`. */
const KEYS_MIGRATION = 'migrations/20260101000000_create_idempotency_key.js';
const CREATE_KEYS = [
  "await schema.createTable('idempotency_key', (t) => {",
  "  t.string('id', 64).primary();",
  "  t.string('fingerprint', 64).notNull();",
  "  t.integer('status');",
  "  t.json('headers');",
  "  t.text('body');",
  "  t.datetime('locked_until').notNull().index();",
  "  t.datetime('created_at').notNull();",
  '});',
];
const DROP_KEYS = ["await schema.dropTable('idempotency_key');"];

/** The default address: a database on this machine, named like the project. */
function databaseUrl(database: Exclude<Database, 'none'>, project: string): string {
  const name = project.replace(/[^a-z0-9]+/g, '_');
  switch (database) {
    case 'sqlite':
      return 'sqlite:./data/app.sqlite3';
    case 'postgres':
      return `postgres://postgres:postgres@localhost:5432/${name}`;
    case 'mysql':
      return `mysql://root:root@localhost:3306/${name}`;
  }
}
