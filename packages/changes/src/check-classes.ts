import type { ChangeLog, Models, RecordedTable } from '@rest-gen/model';
import { columnsOf, type Description, isDataError, type ModelProvider, type Policies } from '@rest-gen/model/core';
import { StartError } from '@rest-gen/router';
import { type Project, resourceClassOf, type Service } from '@rest-gen/router/part';

/** A class whose table has to record its changes. */
export interface RecordedClass {
  readonly name: string;
  readonly file: string | undefined;
  /** It says `static changes`. */
  readonly isFollowed: boolean;
  /** It says `static history`. */
  readonly isHistory: boolean;
  /** The column that `static history` names. */
  readonly actor: string | undefined;
}

/** The changes that the models of a project record. @throws {StartError} `E_CONTROLLER_STATIC` for models that are not those of `createModels` */
export function changeLogOf({ model }: Project): ChangeLog {
  const { changes } = (model ?? {}) as Partial<Models>;
  if (changes !== undefined) return changes;
  throw new StartError('E_CONTROLLER_STATIC', 'static changes needs the models of createModels', {
    hint: 'Export createModels(…) of @rest-gen/model from config/model.',
  });
}

/**
 * Check that the tables of classes with `static changes` and `static history` record their changes, without what is hidden.
 *
 * @returns `false` while the store does not answer or migrations are pending: nothing is checked
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export async function checkClasses(
  classes: readonly RecordedClass[],
  service: Service,
  log: ChangeLog,
): Promise<boolean> {
  const { model, activeModels, policies } = service.project;
  if (activeModels === undefined) return true;
  // A pending migration may be the one that records them.
  if (!(await isReady(model))) return false;
  const recorded = await log.tables().catch(orNone);
  if (recorded === undefined) return false;
  for (const of of classes) {
    const plan = service.controllers.get(of.name);
    if (plan === undefined) continue;
    const { statics, names } = resourceClassOf(plan);
    const source = recorded.find(({ table }) => table === statics.name);
    if (source === undefined) throw notRecorded(of, statics.name);
    if (of.isHistory && source.keep !== undefined) throw notKept(of, statics.name);
    const description = await describe(activeModels, statics.name);
    if (description === undefined) return false;
    const { unreadable, columnOf } = statics;
    // Related fields of `static names` are read by the columns that refer to their records.
    const needed = new Set([...(names?.relations.values() ?? [])].flatMap(({ from }) => columnsOf(from)));
    const hidden = [...unreadable].map(columnOf).filter((column) => !needed.has(column));
    checkHidden(of, new Set(hidden), description, source);
    checkActor(of, unreadable, columnOf, description, source);
    if (of.isFollowed) checkMasks(of, policies, source);
    if (!log.seesCascades) checkCascades(of, description);
  }
  return true;
}

// --- internal ---

async function isReady(model: ModelProvider | undefined): Promise<boolean> {
  try {
    await model?.ready?.();
    return true;
  } catch (error) {
    // What is not an error of the store is `E_MIGRATION`.
    if (isDataError(error) && error.code !== 'unavailable') throw error;
    return false;
  }
}

/** A store that does not answer says nothing; one without the tables has none. */
function orNone(error: unknown): RecordedTable[] | undefined {
  if (isDataError(error) && error.code === 'no_table') return [];
  if (isDataError(error) && error.code === 'unavailable') return undefined;
  throw error;
}

async function describe(models: ModelProvider, table: string): Promise<Description | undefined> {
  try {
    return await models.repository(table).describe();
  } catch (error) {
    if (isDataError(error) && error.code === 'unavailable') return undefined;
    throw error;
  }
}

function refuse({ name, file }: RecordedClass, message: string, hint: string): StartError {
  return new StartError('E_CONTROLLER_STATIC', `the controller "${name}" ${message}`, { file, hint });
}

function memberOf({ isHistory }: RecordedClass): string {
  return isHistory ? 'static history' : 'static changes';
}

function notRecorded(of: RecordedClass, table: string): StartError {
  const keep = of.isHistory ? 'forever' : '7 days';
  return refuse(
    of,
    `says ${memberOf(of)}, and "${table}" records none`,
    `Write a migration: schema.alterTable('${table}', (t) => t.changes({ keep: '${keep}' })), and run rest-gen migrate.`,
  );
}

function notKept(of: RecordedClass, table: string): StartError {
  return refuse(
    of,
    `says static history, and the changes of "${table}" are deleted after some time`,
    `Write a migration: schema.alterTable('${table}', (t) => t.changes({ keep: 'forever' })), and run rest-gen migrate.`,
  );
}

function checkHidden(
  of: RecordedClass,
  unreadable: ReadonlySet<string>,
  { columns }: Description,
  { table, except }: RecordedTable,
): void {
  const shown = [...unreadable].filter((column) => {
    const type = columns.get(column)?.type;
    return type !== undefined && type !== 'binary' && !except.includes(column);
  });
  if (shown.length === 0) return;
  const list = [...except, ...shown].map((column) => `'${column}'`).join(', ');
  throw refuse(
    of,
    `hides ${shown.join(', ')}, and the changes of "${table}" record ${shown.length === 1 ? 'it' : 'them'}`,
    `Write a migration: t.changes({ keep: …, except: [${list}] }).`,
  );
}

function checkActor(
  of: RecordedClass,
  unreadable: ReadonlySet<string>,
  columnOf: (name: string) => string,
  { columns, name }: Description,
  { except }: RecordedTable,
): void {
  const { actor } = of;
  const column = columnOf(actor ?? '');
  if (actor === undefined || (columns.has(column) && !unreadable.has(actor) && !except.includes(column))) return;
  throw refuse(
    of,
    `says static history = { actor: '${actor}' }, and the changes of "${name}" show no such column`,
    'Name a column that is recorded, and not hidden.',
  );
}

/** Whether a change of a masked column may be sent is decided by its former value. */
function checkMasks(of: RecordedClass, policies: Policies | undefined, { table, except }: RecordedTable): void {
  const { fields = {} } = policies?.get(table)?.policy ?? {};
  const masked = except.find((column) => fields[column]?.read !== undefined);
  if (masked === undefined) return;
  throw refuse(
    of,
    `says static changes, and the policy "${table}" masks ${masked}, which the changes do not record`,
    `Take '${masked}' out of except of t.changes in a migration, or fields.${masked}.read out of the policy.`,
  );
}

function checkCascades(of: RecordedClass, { foreignKeys = [], name: table }: Description): void {
  const cascade = foreignKeys.find(({ onDelete }) => onDelete !== undefined);
  if (cascade === undefined) return;
  throw refuse(
    of,
    `says ${memberOf(of)}, and MySQL records none where the foreign key ${table}.${String(cascade.column)} says on delete ${cascade.onDelete}`,
    `Make the foreign key restrict, and delete the records in beforeWrite of "${cascade.table}".`,
  );
}
