import type { Column, TableDescription, TableStructure } from '@rest-gen/model';
import type { Field, FieldType } from '../arguments/field-types.ts';
import { OWN_TABLES } from '../arguments/parse-migration-name.ts';
import { parseName } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import { type ComparedFile, comparePlanned } from '../files/compare-file.ts';
import { addRule } from '../files/router-file.ts';
import { chooseTables, findLinks, hasController, isSecretColumn, type TableRequest } from '../plan/choose-tables.ts';
import { planController } from '../plan/plan-controller.ts';
import { type Includes, planIncludes } from '../plan/plan-includes.ts';
import { findRefused, isChosen, isKeyless } from '../plan/table-keys.ts';
import { findModel } from '../project/load-model.ts';
import { openProject, type Project } from '../project/project.ts';
import { keyOf, literal } from '../render.ts';
import type { Outcome } from '../report.ts';
import { type Arguments, type Context, ruleNotes, writeOutcome } from './command.ts';
import { NO_BASELINE, pullBaseline } from './pull-baseline.ts';
import { withModels } from './types.ts';

/** `rest-gen migrate --pull`: controllers, logics and rules for the tables of a database that exists. */
export async function pull(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const model = findModel(project);
  const request = { names: listOf(args.table), except: listOf(args.except) };
  return withModels(project, model, async (models) => {
    const tables = await models.tables();
    const structures = await models.structures();
    const refused = await findRefused(models, tables);
    const { files, notes } = planPull(project, tables, structures, request, refused);
    const none = files.length === 0 ? ['The database has no tables that could have a controller.'] : [];
    const baseline =
      args['no-baseline'] === true
        ? NO_BASELINE
        : await pullBaseline(project, models, tables, structures, io.now?.() ?? new Date());
    const all = [...files, ...baseline.files];
    return writeOutcome(all, args, {
      json: { command: 'migrate', root: project.root, model },
      notes: [...none, ...notes, ...baseline.notes, ...ruleNotes(files)],
      paint,
      ...(baseline.record && { last: baseline.record }),
    });
  });
}

// --- internal ---

/** Tables of the packages, which have no controllers. */
const OWN: ReadonlySet<string> = new Set([...OWN_TABLES.keys(), 'webhook_cursor']);

function listOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/**
 * Plan a REST controller with its logic and its rule for each table of a database. An existing file that differs stays.
 * Writes nothing.
 *
 * @returns the files, and notes about tables that have no controller
 */
function planPull(
  project: Project,
  all: readonly TableDescription[],
  structures: readonly TableStructure[],
  request: TableRequest,
  refused: ReadonlyMap<string, string>,
): { files: ComparedFile[]; notes: string[] } {
  const tables = all.filter(({ name }) => !OWN.has(name)).sort((one, other) => (one.name < other.name ? -1 : 1));
  const links = findLinks(tables);
  const { open, closed } = chooseTables(project, tables, links, request);
  const notes = closed.map(
    ({ name, reason }) => `${name} is not opened: ${reason}. To open it: rest-gen migrate --pull ${name}`,
  );
  const structureOf = new Map(structures.map((structure) => [structure.name, structure] as const));
  const served = new Map<string, TableDescription>();
  for (const table of open) {
    const reason = reasonAgainst(table, structureOf.get(table.name)) ?? refused.get(table.name);
    if (reason === undefined) served.set(table.name, table);
    else notes.push(`${table.name} has no controller: ${reason}`);
  }
  const names = tables.flatMap(({ name }) => (served.has(name) || hasController(project, name) ? [name] : []));
  const known = new Set(names);
  const files: ComparedFile[] = [];
  for (const table of served.values()) {
    const members = includeLines(planIncludes(table, tables, links, known));
    const hidden = listSecrets(table);
    const readOnly = table.writes?.length === 0;
    const fields = readOnly ? [] : parseFields(table, structureOf.get(table.name));
    const resource = { name: parseName(table.name), fields, hidden, members, rest: true, readOnly, now: new Date(0) };
    const planned = planController(project, resource).filter(({ path }) => path.startsWith('src/'));
    const own = planned.filter(({ template }) => template !== 'model' && (template !== 'rest' || files.length === 0));
    files.push(...comparePlanned(project, own, 'skip'));
  }
  return { files: joinRules(files).map(keepExisting), notes };
}

/** Opened by name, a table keeps its secrets to itself. */
function listSecrets({ columns, primaryKey }: TableDescription): string[] {
  const hidden = [...columns.values()].filter((column) => !primaryKey.includes(column.name) && isSecretColumn(column));
  return hidden.map(({ name }) => name);
}

function includeLines(includes: Includes): string[] {
  const lines = [...includes].map(([name, source]) => `  ${name}: ${source},`);
  return lines.length === 0 ? [] : ['static include = {', ...lines, '};'];
}

/** Why a table cannot have a controller. */
function reasonAgainst(table: TableDescription, structure: TableStructure | undefined): string | undefined {
  const { name } = table;
  if (isKeyless(table, structure)) return 'it has no primary key.';
  try {
    return parseName(name).table === name ? undefined : 'its name is not valid for a controller.';
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return 'its name is not valid for a controller.';
  }
}

/** The columns that a client may set. */
function parseFields({ primaryKey, columns }: TableDescription, structure: TableStructure | undefined): Field[] {
  return [...columns.values()]
    .filter((column) => isSetByClients(column) && (!primaryKey.includes(column.name) || isChosen(column, structure)))
    .map((column) => ({
      name: keyOf(column.name),
      type: TYPES[column.type],
      required: !column.nullable && !column.hasDefault,
      hasDefault: !column.nullable && column.hasDefault,
      unique: false,
      index: false,
      ...(primaryKey.includes(column.name) && { createOnly: true }),
      ...rulesOf(column),
    }));
}

/** Neither set by the database or the models. */
function isSetByClients({ isReadOnly, timestamp }: Column): boolean {
  return !isReadOnly && timestamp === undefined;
}

function rulesOf(column: Column): Pick<Field, 'rules'> {
  const rules = rulesOfType(column);
  // PUT does not reset what GET does not show.
  return isSecretColumn(column) ? { rules: [...(rules ?? []), 'createOnly: true'] } : { ...(rules && { rules }) };
}

function rulesOfType(column: Column): string[] | undefined {
  const { type, values, length, nullable } = column;
  if ((column as { nativeType?: unknown }).nativeType === 'uuid') return ['uuid: true'];
  // Without a type the value can have any shape.
  if (type === 'json') return [];
  const rule = values === undefined ? RULES[type] : `in: [${values.map((value) => literal(value)).join(', ')}]`;
  if (rule === undefined) return undefined;
  // A column that is not null can hold '', which `required` accepts only with this minimum.
  const min = nullable || values?.includes('') === false ? [] : ['min: 0'];
  const max = values !== undefined || length === undefined ? [] : [`max: ${length}`];
  const bounds = [...min, ...max].join(', ');
  return bounds === '' ? [rule] : [rule, `length: { ${bounds} }`];
}

/** Rules by the type of the column; columns of other types have the rules of their field type. */
const RULES: Readonly<Partial<Record<Column['type'], string>>> = { string: 'string: true', binary: 'base64: true' };

const TYPES: Readonly<Record<Column['type'], FieldType>> = {
  string: 'text',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'decimal',
  double: 'double',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  json: 'json',
  binary: 'text',
};

/** Each rule was added to the file on the disk: the last change of it gets all of them. */
function joinRules(files: readonly ComparedFile[]): ComparedFile[] {
  const changes = files.filter(({ rule, after }) => rule !== undefined && after !== undefined);
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined || first === last) return [...files];
  let text = first.after as string;
  for (const { rule } of changes.slice(1)) {
    const added = addRule(text, { pattern: /^\[(['"])(.*?)\1/.exec(rule as string)?.[2] ?? '' });
    if (typeof added !== 'string') text = added.source;
  }
  return files.map((file) => {
    if (!changes.includes(file)) return file;
    const { before: _before, after: _after, ...rest } = file;
    if (file !== last) return rest;
    return { ...rest, ...(first.before !== undefined && { before: first.before }), after: text };
  });
}

function keepExisting(file: ComparedFile): ComparedFile {
  if (file.status !== 'skip' || file.reason !== undefined) return file;
  const { before: _before, after: _after, ...rest } = file;
  return { ...rest, status: 'exists' };
}
