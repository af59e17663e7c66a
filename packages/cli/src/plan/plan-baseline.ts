import type { ChangesOptions, ForeignKeyDefinition, TableDescription, TableStructure } from '@rest-gen/model';
import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { baselineColumn, commentLines, isWritten } from './baseline-column.ts';
import { planFile } from './plan-migration.ts';

/** Why a baseline is not reverted: the tables hold what others have written. */
const DOWN = ["throw new Error('The baseline is not reverted: drop its tables yourself if you mean it');"];

/**
 * Plan the migration that makes the tables of a database again. What the steps of a migration cannot say stands there as comments.
 *
 * @param tables - descriptions, also of views
 * @param structures - the tables to make
 */
export function planBaseline(
  project: Project,
  tables: readonly TableDescription[],
  structures: readonly TableStructure[],
  now: Date,
): PlannedFile {
  const described = new Map(tables.map((table) => [table.name, table]));
  const { order, late } = sortTables(structures);
  const views = tables.filter(({ writes }) => writes !== undefined).map(({ name }) => `Left out: the view ${name}.`);
  const up = [
    ...commentLines([
      `The tables of a database of ${STORES[tables[0]?.dialect ?? 'sqlite']}, as rest-gen migrate --pull found them.`,
      'Add what is left out with schema.raw, for each schema.dialect that it is for.',
      ...views,
    ]),
    ...order.flatMap((one) => tableLines(described.get(one.name) as TableDescription, one, late)),
    ...[...late].flatMap(([key, table]) => [
      "if (schema.dialect !== 'sqlite')",
      `  await schema.alterTable(${literal(table)}, (t) => ${foreignCall(key)});`,
    ]),
  ];
  return planFile(project, 'baseline', { up, down: DOWN }, now);
}

// --- internal ---

const STORES: Readonly<Record<TableDescription['dialect'], string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
};

type Late = ReadonlyMap<ForeignKeyDefinition, string>;

/** Tables after those that they refer to; the foreign keys of a circle come when all of its tables are there. */
function sortTables(structures: readonly TableStructure[]): { order: TableStructure[]; late: Late } {
  const known = new Map(structures.map((one) => [one.name, one]));
  const order = new Set<TableStructure>();
  const late = new Map<ForeignKeyDefinition, string>();
  const visiting = new Set<TableStructure>();
  const visit = (one: TableStructure): void => {
    visiting.add(one);
    for (const key of one.foreignKeys) {
      const other = known.get(key.table);
      if (other === undefined || other === one || order.has(other)) continue;
      if (visiting.has(other)) late.set(key, one.name);
      else visit(other);
    }
    visiting.delete(one);
    order.add(one);
  };
  for (const one of structures) if (!order.has(one)) visit(one);
  return { order: [...order], late };
}

function tableLines(table: TableDescription, structure: TableStructure, late: Late): string[] {
  const { name, primaryKey, columns } = table;
  const body = [...columns.values()].flatMap((column) =>
    baselineColumn(table, column, structure.columns.get(column.name)),
  );
  if (primaryKey.length > 1) body.push(`t.primary(${list(primaryKey)});`);
  for (const { columns: fields, isUnique, whereNull } of structure.indexes) {
    const options = whereNull === undefined ? '' : `, { whereNull: ${literal(whereNull)} }`;
    const isKnown = fields.every((field) => isWritten(columns.get(field)));
    if (isKnown) body.push(`t.${isUnique ? 'unique' : 'index'}(${list(fields)}${options});`);
    else body.push(...commentLines([`Left out: an index of ${fields.join(', ')}.`]));
  }
  for (const key of structure.foreignKeys) {
    if (key.table.includes('.'))
      body.push(...commentLines([`Left out: foreign key ${key.columns.join(', ')} to ${key.table}.`]));
    else if (late.has(key)) body.push(`if (schema.dialect === 'sqlite') ${foreignCall(key)};`);
    else body.push(`${foreignCall(key)};`);
  }
  if (structure.changes !== undefined) body.push(changesCall(structure.changes));
  body.push(...structure.others.flatMap((other) => commentLines([`Left out: ${other}`])));
  return [`await schema.createTable(${literal(name)}, (t) => {`, ...body.map((line) => `  ${line}`), '});'];
}

/** `t.foreign(['order_id'], 'order', { onDelete: 'cascade' })` */
function foreignCall({ columns, table, keys, onDelete }: ForeignKeyDefinition): string {
  const options = [
    ...(keys.length === 1 && keys[0] === 'id' ? [] : [`columns: ${list(keys)}`]),
    ...(onDelete === 'restrict' ? [] : [`onDelete: ${literal(onDelete)}`]),
  ];
  const last = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  return `t.foreign(${list(columns)}, ${literal(table)}${last})`;
}

/** `t.changes({ keep: '7 days', except: ['secret'] });` */
function changesCall({ keep, except = [] }: ChangesOptions): string {
  return `t.changes({ keep: ${literal(keep)}${except.length === 0 ? '' : `, except: ${list(except)}`} });`;
}

function list(names: readonly string[]): string {
  return `[${names.map(literal).join(', ')}]`;
}
