import type { Column, ControllerDescription, ModelProvider, ServiceDescription } from '@rest-gen/router';

/** What clients see of the records of a controller. */
export interface RecordShape {
  /** Without what is hidden or secret; `undefined` when they are not known. */
  readonly columns: readonly Column[] | undefined;
  /** Why they are not known. */
  readonly unknown: string | undefined;
}

/**
 * Ask the store which columns the records of each controller have; the table is that of `this.model()`.
 *
 * A store that cannot be reached, or has no such table, is no error: the document says so.
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
  if (model === undefined) return { columns: undefined, unknown: 'The project has no model.' };
  const table = controller.name.slice(controller.name.lastIndexOf('/') + 1).replaceAll('-', '_');
  try {
    const { columns } = await model.repository(table).describe();
    const unseen = unseenOf(controller);
    return { columns: [...columns.values()].filter(({ name }) => !unseen.has(name)), unknown: undefined };
  } catch (error) {
    const noTable = (error as { code?: unknown } | undefined)?.code === 'no_table';
    const reason = noTable
      ? `The store has no table "${table}".`
      : `The store could not be asked for the table "${table}".`;
    return { columns: undefined, unknown: reason };
  }
}

/** Fields that are `hidden`, and those that the logic of any action marks `secret`. */
function unseenOf({ statics, collection, item }: ControllerDescription): ReadonlySet<string> {
  const secrets = [...collection, ...item].flatMap(({ logic }) => logic?.secrets() ?? []);
  return new Set([...(statics.hidden ?? []), ...secrets]);
}
