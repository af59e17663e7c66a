import type { Column, ControllerDescription, ModelProvider, ServiceDescription } from '@rest-gen/router';

/** The columns of a controller's records that clients see. */
export interface RecordShape {
  /** Without hidden and secret columns; `undefined` if unknown. */
  readonly columns: readonly Column[] | undefined;
  readonly primaryKey: string | undefined;
  /** Why they are unknown. */
  readonly unknown: string | undefined;
}

/**
 * Read the columns of each controller's table (that of `this.model()`) from the store.
 *
 * An unreachable store or a missing table is not an error; it is noted in the document.
 */
export async function readRecords(
  { model }: Pick<ServiceDescription, 'model'>,
  controllers: readonly ControllerDescription[],
): Promise<ReadonlyMap<string, RecordShape>> {
  const shapes = await Promise.all(
    controllers.map(async (controller) => [controller.name, await readRecord(model, controller)] as const),
  );
  return new Map(shapes);
}

// --- internal ---

async function readRecord(model: ModelProvider | undefined, controller: ControllerDescription): Promise<RecordShape> {
  if (model === undefined) return unknownRecord('The project has no model.');
  const table = controller.name.slice(controller.name.lastIndexOf('/') + 1).replaceAll('-', '_');
  try {
    const { columns, primaryKey } = await model.repository(table).describe();
    const unseen = unseenOf(controller);
    return { columns: [...columns.values()].filter(({ name }) => !unseen.has(name)), primaryKey, unknown: undefined };
  } catch (error) {
    const noTable = (error as { code?: unknown } | undefined)?.code === 'no_table';
    const reason = noTable
      ? `The store has no table "${table}".`
      : `The store could not be asked for the table "${table}".`;
    return unknownRecord(reason);
  }
}

function unknownRecord(reason: string): RecordShape {
  return { columns: undefined, primaryKey: undefined, unknown: reason };
}

/** The `hidden` fields, and those that any action's logic marks `secret`. */
function unseenOf({ statics, collection, item }: ControllerDescription): ReadonlySet<string> {
  const secrets = [...collection, ...item].flatMap(({ logic }) => logic?.secrets() ?? []);
  return new Set([...(statics.hidden ?? []), ...secrets]);
}
