import { nearest } from '@rest-gen/logic/common';
import { isError } from '../../is-error.ts';
import { isDataError } from '../../model/data-error.ts';
import type { Description, ModelProvider } from '../../model/types.ts';
import type { CheckedProject } from './read-project.ts';
import type { Finding } from './types.ts';

/**
 * Compare the fields that logics declare with the columns of their tables, where the model can describe them.
 *
 * Only actions of the base class are checked: an action that the controller writes itself may do anything with its fields. A controller without a
 * table is not checked.
 */
export async function checkColumns({ project, controllers }: CheckedProject): Promise<Finding[]> {
  const { model } = project;
  if (model === undefined) return [];
  const findings: Finding[] = [];
  for (const [name, { logic, file }] of project.logics) {
    const Class = controllers.get(name)?.Class;
    const written = WRITING.filter((action) => isInherited(Class, action));
    const fields = new Map(
      written.flatMap((action) => (logic.action(action)?.fields('body') ?? []).map((field) => [field, action])),
    );
    if (fields.size === 0) continue;
    let table: Description;
    try {
      table = await describe(model, name);
    } catch (error) {
      if (isDataError(error) && error.code === 'no_table') continue;
      return [unreachable(error, project.rulesFile)];
    }
    const relations = Object.keys((Class as { include?: object } | undefined)?.include ?? {});
    for (const [field, action] of fields) {
      if (table.columns.has(field) || relations.includes(field)) continue;
      findings.push(unknownColumn(field, action, table, file));
    }
  }
  return findings;
}

// --- internal ---

const WRITING = ['postAction', 'putAction', 'patchAction'];

/** Milliseconds for one table. */
const PATIENCE = 5_000;

function isInherited(Class: { prototype: object } | undefined, action: string): boolean {
  return Class !== undefined && action in Class.prototype && !Object.hasOwn(Class.prototype, action);
}

async function describe(model: ModelProvider, controller: string): Promise<Description> {
  const table = controller.slice(controller.lastIndexOf('/') + 1).replaceAll('-', '_');
  return model.repository(table, { signal: AbortSignal.timeout(PATIENCE) }).describe();
}

function unknownColumn(
  field: string,
  action: string,
  { name, columns }: Description,
  file: string | undefined,
): Finding {
  const meant = nearest(field, columns.keys());
  return {
    code: 'C_LOGIC_COLUMN',
    level: 'warning',
    message: `${action} declares "${field}", and the table "${name}" has no such column: a request with it is answered 500`,
    file,
    name: field,
    hint: meant === undefined ? 'Add the column in a migration, or remove the field.' : `Did you mean "${meant}"?`,
  };
}

function unreachable(error: unknown, file: string | undefined): Finding {
  const reason = isError(error) ? error.message : String(error);
  return {
    code: 'C_COLUMNS_UNKNOWN',
    level: 'note',
    message: `the fields of logics are not compared with columns, because the store cannot describe its tables: ${reason.replace(/\.$/, '')}`,
    file,
    hint: 'Run it where the store can be reached.',
  };
}
