import type { Field } from '../arguments/field-types.ts';
import type { MigrationName } from '../arguments/parse-migration-name.ts';
import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { addedColumnLine, columnLine } from './field-lines.ts';
import { DELETED_AT, DELETED_AT_LINE } from './parse-columns.ts';
import { findMigration, resolveReference } from './tables.ts';

/** Plan a migration. An existing one of the same name keeps its timestamp. Loads and writes nothing. */
export function planMigration(project: Project, name: MigrationName, fields: readonly Field[], now: Date): PlannedFile {
  switch (name.form) {
    case 'create':
      return planCreation(project, name.table, fields, now);
    case 'record':
      return planFile(project, name.what, recordChanges(name.table), now);
    case 'idempotency':
      return planFile(project, name.what, createTable('idempotency_key', IDEMPOTENCY), now);
    case 'plans':
      return planFile(project, name.what, createTable('plan_token', PLANS), now);
    case 'webhooks':
      return planFile(project, name.what, WEBHOOKS, now);
    case 'jobs':
      return planFile(project, name.what, createTable('scheduled_job', JOBS), now);
    case 'empty':
      return planFile(project, name.what, EMPTY, now);
    default:
      return planFile(project, name.what, changeTable(project, name.form, name.table, fields), now);
  }
}

/** Plan the migration that creates a table. */
export function planCreation(
  project: Project,
  table: string,
  fields: readonly Field[],
  now: Date,
  softDelete = false,
): PlannedFile {
  const deletedAt = softDelete ? DELETED_AT : undefined;
  const columns = fields.map((field) => columnLine(resolveReference(project, field, table), deletedAt));
  const lines = ['t.id();', ...columns, 't.timestamps();', ...(softDelete ? [DELETED_AT_LINE] : [])];
  return planFile(project, `create_${table}`, createTable(table, lines), now);
}

/** Plan the file of a migration by its name without the time. */
export function planFile({ migrations, modules }: Project, what: string, steps: Steps, now: Date): PlannedFile {
  // JavaScript in every project: a migration runs wherever the program runs, without a compiler or loader.
  const file = findMigration(migrations, what) ?? `${timeAfter(migrations, now)}_${what}.js`;
  const values = { esm: modules === 'esm', ...steps };
  return { path: `migrations/${file}`, template: 'migration', values, policy: 'once' };
}

// --- internal ---

/** Statements of both directions. */
interface Steps {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** The columns that `@rest-gen/plans` needs (docs/plans.md). */
const PLANS = [
  "t.string('id', 64).primary();",
  "t.string('requester', 64).notNull();",
  "t.text('request').notNull();",
  "t.string('digest', 64).notNull();",
  "t.json('generated').notNull();",
  "t.text('answer');",
  "t.datetime('expires_at').notNull().index();",
];

/** The columns that the router needs for a request with an Idempotency-Key (docs/idempotency.md). */
const IDEMPOTENCY = [
  "t.string('id', 64).primary();",
  "t.string('fingerprint', 64).notNull();",
  "t.integer('status');",
  "t.json('headers');",
  "t.text('body');",
  "t.datetime('locked_until').notNull().index();",
  "t.datetime('created_at').notNull().defaultNow();",
];

/** The tables that `@rest-gen/changes` needs for webhooks (docs/webhooks.md). */
const WEBHOOKS = join([
  createTable('webhook_delivery', [
    "t.string('id', 64).primary();",
    "t.string('webhook', 60).notNull();",
    "t.bigint('position').notNull();",
    "t.string('record_key', 700).notNull();",
    "t.string('type').notNull();",
    "t.datetime('occurred_at').notNull();",
    "t.string('state', 10).notNull();",
    "t.integer('attempts').notNull();",
    "t.bigint('next_at').notNull();",
    "t.integer('status');",
    "t.text('error');",
    "t.index(['webhook', 'record_key', 'position']);",
    "t.index(['state', 'next_at']);",
  ]),
  createTable('webhook_cursor', ["t.string('id', 60).primary();", "t.bigint('position').notNull();"]),
]);

/** The table that `@rest-gen/changes` needs for jobs (docs/jobs.md). */
const JOBS = [
  "t.string('id', 100).primary();",
  "t.string('schedule').notNull();",
  "t.bigint('next_at').notNull();",
  "t.bigint('leased_until').notNull();",
  "t.datetime('ran_at');",
  "t.text('error');",
];

const EMPTY: Steps = {
  up: ['// The steps, such as:', "// await schema.raw('update post set summary = title where summary is null');"],
  down: ['// The reverse steps, instead of this:', "throw new Error('This migration cannot be reverted');"],
};

function createTable(table: string, columns: readonly string[]): Steps {
  return {
    up: [`await schema.createTable(${literal(table)}, (t) => {`, ...columns.map((line) => `  ${line}`), '});'],
    down: [`await schema.dropTable(${literal(table)});`],
  };
}

/** The triggers that `@rest-gen/changes` needs (docs/changes.md). */
function recordChanges(table: string): Steps {
  const alter = (call: string): string => `await schema.alterTable(${literal(table)}, (t) => ${call});`;
  return { up: [alter("t.changes({ keep: '7 days' })")], down: [alter('t.dropChanges()')] };
}

/** One after the other, and back. */
function join(steps: readonly Steps[]): Steps {
  return { up: steps.flatMap(({ up }) => up), down: steps.toReversed().flatMap(({ down }) => down) };
}

function changeTable(project: Project, form: 'add' | 'remove', table: string, fields: readonly Field[]): Steps {
  if (fields.length === 0) return EMPTY;
  const alter = (lines: readonly string[]): string[] => [
    `await schema.alterTable(${literal(table)}, (t) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
  ];
  const added = alter(fields.map((field) => addedColumnLine(resolveReference(project, field, table))));
  const dropped = alter(fields.map(({ name }) => `t.drop(${literal(name)});`));
  return form === 'add' ? { up: added, down: dropped } : { up: dropped, down: added };
}

/**
 * The timestamp of a new migration, `20260102030405` in UTC. It is later than all others, because migrations run in
 * this order, also those created within one second.
 *
 * @param migrations - file names
 */
function timeAfter(migrations: readonly string[], now: Date): string {
  const times = migrations
    .flatMap((file) => MIGRATION_TIME.exec(file)?.[0] ?? [])
    .map((digits) => Date.parse(digits.replace(MIGRATION_TIME, '$1-$2-$3T$4:$5:$6Z')))
    .filter((time) => !Number.isNaN(time));
  const time = Math.max(now.getTime(), ...times.map((other) => other + 1000));
  return new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);
}

const MIGRATION_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?!\d)/;
