import type { ChangeLog, Models, RecordedTable } from '@rest-gen/model';
import { type Description, isDataError, type ModelProvider } from '@rest-gen/model/core';
import { StartError } from '@rest-gen/router';
import { type Project, resourceClassOf, type Service } from '@rest-gen/router/part';

/** The changes that the models of a project record. @throws {StartError} `E_CONTROLLER_STATIC` for models that are not those of `createModels` */
export function changeLogOf({ model }: Project): ChangeLog {
  const { changes } = (model ?? {}) as Partial<Models>;
  if (changes !== undefined) return changes;
  throw new StartError('E_CONTROLLER_STATIC', 'static changes needs the models of createModels', {
    hint: 'Export createModels(…) of @rest-gen/model from config/model.',
  });
}

/**
 * Check that the tables of classes with `static changes` record their changes, without what is hidden. While the store does not answer, nothing is checked:
 * requests are.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export async function checkClasses(names: readonly string[], service: Service, log: ChangeLog): Promise<void> {
  const { activeModels } = service.project;
  if (names.length === 0 || activeModels === undefined) return;
  const recorded = await log.tables().catch(orNone);
  if (recorded === undefined) return;
  for (const name of names) {
    const plan = service.controllers.get(name);
    if (plan === undefined) continue;
    const { statics, file } = resourceClassOf(plan);
    const source = recorded.find(({ table }) => table === statics.name);
    if (source === undefined) throw notRecorded(name, statics.name, file);
    const description = await describe(activeModels, statics.name);
    if (description === undefined) return;
    checkHidden(name, statics.unreadable, description, source, file);
    if (!log.seesCascades) checkCascades(name, description, file);
  }
}

// --- internal ---

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

function notRecorded(name: string, table: string, file: string | undefined): StartError {
  return new StartError(
    'E_CONTROLLER_STATIC',
    `the controller "${name}" says static changes, and "${table}" records none`,
    {
      file,
      hint: `Write a migration: schema.alterTable('${table}', (t) => t.changes({ keep: '7 days' })), and run rest-gen migrate.`,
    },
  );
}

function checkHidden(
  name: string,
  unreadable: ReadonlySet<string>,
  { columns }: Description,
  { table, except }: RecordedTable,
  file: string | undefined,
): void {
  const shown = [...unreadable].filter((column) => {
    const type = columns.get(column)?.type;
    return type !== undefined && type !== 'binary' && !except.includes(column);
  });
  if (shown.length === 0) return;
  const list = [...except, ...shown].map((column) => `'${column}'`).join(', ');
  throw new StartError(
    'E_CONTROLLER_STATIC',
    `the controller "${name}" hides ${shown.join(', ')}, and the changes of "${table}" record ${shown.length === 1 ? 'it' : 'them'}`,
    { file, hint: `Write a migration: t.changes({ keep: …, except: [${list}] }).` },
  );
}

function checkCascades(name: string, { foreignKeys = [], name: table }: Description, file: string | undefined): void {
  const cascade = foreignKeys.find(({ onDelete }) => onDelete !== undefined);
  if (cascade === undefined) return;
  throw new StartError(
    'E_CONTROLLER_STATIC',
    `the controller "${name}" says static changes, and MySQL records none where the foreign key ${table}.${String(cascade.column)} says on delete ${cascade.onDelete}`,
    {
      file,
      hint: `Make the foreign key restrict, and delete the records in beforeWrite of "${cascade.table}".`,
    },
  );
}
