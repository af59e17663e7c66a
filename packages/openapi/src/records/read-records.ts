import type { CompiledAction } from '@rest-gen/logic';
import type { Column, ControllerDescription, ModelProvider, ServiceDescription } from '@rest-gen/router';
import type { Pause } from '../pause.ts';
import type { Schema } from '../types.ts';

/** The columns of a controller's records that clients see. */
export interface RecordShape {
  /** The columns without hidden and secret ones; `undefined` if unknown. */
  readonly columns: readonly Column[] | undefined;
  /** All columns, with hidden and secret ones: parameters of paths have their types. Empty if unknown. */
  readonly stored: readonly Column[];
  readonly primaryKey: readonly string[];
  /** The columns whose values name a record in a path. */
  readonly urlKey: readonly string[];
  /** Keywords of columns: `readOnly` where no body has the field, or the logic says so in any action; `deprecated`, `description`, `examples`. */
  readonly keywords: ReadonlyMap<string, Schema>;
  /** Columns that refer to other records. */
  readonly foreignKeys: ReadonlySet<string>;
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
  pause: Pause,
): Promise<ReadonlyMap<string, RecordShape>> {
  const shapes = new Map<string, RecordShape>();
  for (let at = 0; at < controllers.length; at += AT_ONCE) {
    const some = controllers.slice(at, at + AT_ONCE);
    const read = await Promise.all(some.map((controller) => readRecord(model, controller)));
    for (const [index, { name }] of some.entries()) shapes.set(name, read[index] as RecordShape);
    await pause();
  }
  return shapes;
}

// --- internal ---

/** Tables that the store is asked for together. An embedded store answers in this thread. */
const AT_ONCE = 4;

async function readRecord(model: ModelProvider | undefined, controller: ControllerDescription): Promise<RecordShape> {
  if (model === undefined) return unknownRecord('The project has no model.');
  if (controller.isUnresolved)
    return unknownRecord('The store was not ready: it is unreachable, or migrations are pending.');
  const { table } = controller;
  try {
    const stored = await model.repository(table).describe();
    const { columns, primaryKey, foreignKeys = [] } = controller.describeTable(stored);
    const unseen = unseenOf(controller);
    const shown = [...columns.values()].filter(({ name }) => !unseen.has(name));
    const keywords = keywordsOf(controller, shown);
    return {
      columns: shown,
      stored: [...columns.values()],
      primaryKey,
      urlKey: controller.statics.key === undefined ? primaryKey : [controller.statics.key],
      keywords,
      foreignKeys: new Set(foreignKeys.flatMap(({ column }) => column)),
      unknown: undefined,
    };
  } catch (error) {
    const noTable = (error as { code?: unknown } | undefined)?.code === 'no_table';
    const reason = noTable
      ? `The store has no table "${table}".`
      : `The store could not be asked for the table "${table}".`;
    return unknownRecord(reason);
  }
}

function unknownRecord(reason: string): RecordShape {
  return {
    columns: undefined,
    stored: [],
    primaryKey: [],
    urlKey: [],
    keywords: new Map(),
    foreignKeys: new Set(),
    unknown: reason,
  };
}

/** The `hidden` fields, and those that any action's logic marks `secret` or `writeOnly`. */
function unseenOf(controller: ControllerDescription): ReadonlySet<string> {
  const unreadable = logicsOf(controller).flatMap((logic) => logic.unreadable());
  return new Set([...(controller.statics.hidden ?? []), ...unreadable]);
}

function keywordsOf(controller: ControllerDescription, columns: readonly Column[]): ReadonlyMap<string, Schema> {
  const keywords = new Map<string, Schema>();
  const add = (name: string, keyword: Schema) => keywords.set(name, { ...keywords.get(name), ...keyword });
  const written = writtenNames(controller);
  if (written) for (const { name } of columns) if (!written.has(name)) add(name, { readOnly: true });
  for (const logic of logicsOf(controller)) {
    for (const [name, attribute] of logic.unwritable()) if (attribute === 'readOnly') add(name, { readOnly: true });
    for (const name of logic.deprecated()) add(name, { deprecated: true });
  }
  for (const [name, words] of saidOf(controller)) if (columns.some((column) => column.name === name)) add(name, words);
  return keywords;
}

/** What the logic says of the fields of a record in words: the first action that has a body with them. */
function saidOf(controller: ControllerDescription): ReadonlyMap<string, Schema> {
  const said = new Map<string, Schema>();
  for (const { isInherited, logic } of [...controller.collection, ...controller.item]) {
    const properties = isInherited ? logic?.toJSONSchema('body', { blank: false })?.properties : undefined;
    for (const [name, { description, examples }] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
      const words = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
      if (!said.has(name)) said.set(name, words);
    }
  }
  return said;
}

/**
 * The fields that bodies of the base class have; `undefined` where none of them is known, or a logic decides at run
 * time.
 */
function writtenNames({ collection, item }: ControllerDescription): ReadonlySet<string> | undefined {
  const writes = [...collection, ...item].filter(({ method, takesBody }) => takesBody && method !== 'QUERY');
  if (writes.some(({ isInherited, logic }) => !isInherited || logic?.resolve !== undefined)) return undefined;
  const bodies = writes.flatMap(({ logic }) => (logic?.form('body') === 'fields' ? [logic.toJSONSchema('body')] : []));
  const names = bodies.flatMap((body) => Object.keys((body?.properties ?? {}) as object));
  return names.length === 0 ? undefined : new Set(names);
}

function logicsOf({ collection, item, actions }: ControllerDescription): readonly CompiledAction[] {
  return [...collection, ...item, ...actions.values()].flatMap(({ logic }) => logic ?? []);
}
