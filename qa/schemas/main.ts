// Walks databases that others have made over HTTP and compares every answer with SQL: `qa schemas [quick] [<schema>…] [<store>…] [<DATABASE_URL>…]`.
//
// Without arguments all schemas of `sources.ts` run on all stores. A `DATABASE_URL` is walked as it is: records are changed and restored, rows are added and deleted.
// `--checkout <directory>` takes the packages of another checkout, which is built.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readCatalog, type TableFacts } from './catalog.ts';
import { createDatabase, type Database, openDatabase, STORES, type Store } from './databases.ts';
import { fillTables } from './fill.ts';
import { walkIncludes } from './includes.ts';
import { type Endpoint, pullProject } from './project.ts';
import { walkReads } from './reads.ts';
import { type Check, checkInto, newReport, printReports, type Report } from './report.ts';
import { manyTables, readSource, SOURCES } from './sources.ts';
import type { Walk } from './walk.ts';
import { walkWrites } from './writes.ts';

/** Tables that this program makes, for the time of `migrate --pull` and of the start. */
const MANY = '300 tables';

const words = process.argv.slice(2);
const flag = words.indexOf('--checkout');
const checkout = resolve(flag < 0 ? '.' : String(words.splice(flag, 2)[1]));
const urls = words.filter((word) => word.includes(':'));
const stores = STORES.filter((store) => words.includes(store));
const names = words.filter((word) => !urls.includes(word) && word !== 'quick' && !stores.includes(word as Store));
const chosen = [...SOURCES.map(({ name }) => name), MANY].filter((name) =>
  names.length > 0 ? names.includes(name) : urls.length === 0,
);

const directory = mkdtempSync(join(tmpdir(), 'rest-gen-schemas-'));
const reports: Report[] = [];
const missing: string[] = [];
const failed: string[] = [];
try {
  for (const url of urls) {
    const database = await openDatabase(url);
    await walkSchema(url.replace(/^.*\/|\.\w+$/g, ''), database).finally(() => database.close());
  }
  for (const name of chosen) {
    for (const store of stores.length > 0 ? stores : STORES) await walkSource(name, store);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
const unexpected = printReports(reports);
for (const line of missing) console.log(`missing: ${line}`);
for (const line of failed) console.log(`BAD      ${line}`);
console.log(`\n${unexpected + failed.length} failures that are not expected`);
process.exitCode = unexpected + failed.length === 0 && reports.length > 0 ? 0 : 1;

// --- internal ---

async function walkSource(name: string, store: Store): Promise<void> {
  const source = SOURCES.find((one) => one.name === name);
  if (words.includes('quick') && source?.isQuick !== true) return;
  let scripts: readonly string[] | undefined;
  try {
    scripts = source === undefined ? manyTables() : readSource(source, store, directory);
  } catch (error) {
    missing.push(`${name} on ${store}: ${(error as Error).message.split('\n')[0]}`);
  }
  if (scripts === undefined) return;
  let database: Database | undefined;
  try {
    database = await createDatabase(store, `rest_gen_${name.replace(/\W/g, '_')}_${process.pid}`, directory);
    for (const script of scripts) await database.run(script);
    await walkSchema(name, database);
  } catch (error) {
    // A server that is missing is a failure where the environment requires it.
    const message = `${name} on ${store}: ${(error as Error).message.split('\n')[0]}`;
    (process.env.REST_GEN_SERVERS === 'required' ? failed : missing).push(message);
  } finally {
    await database?.close();
  }
}

async function walkSchema(schema: string, database: Database): Promise<void> {
  const began = performance.now();
  const report = newReport(schema, database.store);
  reports.push(report);
  const check = checkInto(report);
  const tables = await readCatalog(database);
  for (const refusal of await fillTables(database, tables))
    console.log(`no rows: ${schema} on ${database.store}: ${refusal}`);
  report.tables = tables.length;
  try {
    await walkProject(database, report, tables);
  } catch (error) {
    check('project', (error as Error).message.split('\n').slice(0, 9).join(' '), () => schema);
  }
  const held = report.results.filter(({ failure }) => failure === undefined).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${schema} on ${database.store}: ${held} / ${report.results.length} (${seconds} s)`);
}

async function walkProject(database: Database, report: Report, tables: readonly TableFacts[]): Promise<void> {
  const project = await pullProject(checkout, directory, database, tables);
  const check = checkInto(report);
  const endpoints = new Map(project.endpoints.map((endpoint) => [endpoint.table, endpoint]));
  Object.assign(report, { endpoints: endpoints.size, pullTime: project.pullTime });
  const began = performance.now();
  const server = await project.start();
  try {
    // The first request waits until everything is loaded.
    await fetch(`${server.url}/`);
    report.startTime = performance.now() - began;
    const known = {
      address: server.url,
      database,
      check,
      endpoints,
      tables: new Map(tables.map((one) => [one.name, one])),
    };
    // The tables that this program makes are all alike.
    const walked = new Set(report.schema === MANY ? tables.slice(0, 3) : tables);
    for (const table of tables) {
      const endpoint = endpoints.get(table.name);
      checkEndpoint(check, table, endpoint, project.notes);
      if (endpoint === undefined || !walked.has(table)) continue;
      const walk: Walk = { ...known, endpoint, table, key: keyOf(table, endpoint.key) };
      const { records, rows } = await walkReads(walk);
      await walkIncludes(walk, rows);
      if (!table.isView) await walkWrites(walk, records, rows);
    }
  } catch (error) {
    throw new Error(`${(error as Error).message} ${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Whether a table has an endpoint, else what `migrate --pull` says of it. */
function checkEndpoint(
  check: Check,
  table: TableFacts,
  endpoint: Endpoint | undefined,
  notes: readonly string[],
): void {
  const kind = table.isView
    ? 'endpoint of a view'
    : table.key.length === 0
      ? 'endpoint of a table without a key'
      : 'endpoint';
  const note = notes.find((line) => line.startsWith(`${table.name} `)) ?? `${table.name} is not mentioned`;
  const reason = note.slice(table.name.length + 1).replace(/ To open it: .*/, '');
  check(kind, endpoint === undefined ? reason : undefined, () => table.name);
}

function keyOf({ columns, key }: TableFacts, own: string | undefined) {
  const names = own !== undefined ? [own] : key.length > 0 ? key : ['id'];
  // The key of a view is its column `id`, in any case.
  return names.flatMap((name) =>
    columns.filter((column) => column.name === name || (key.length === 0 && column.name.toLowerCase() === name)),
  );
}
