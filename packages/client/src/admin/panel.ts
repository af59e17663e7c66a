import { type ApiError, ConflictError } from '../errors.ts';
import type { CallOptions, List } from '../types.ts';

// biome-ignore lint/suspicious/noExplicitAny: the records of any resource.
export type Any = any;
export type Id = string | number;

/** The methods of a resource that admin panels call. */
export interface PanelResource {
  list(query: object): List<Any>;
  get(id: Id, call?: object): Promise<Any>;
  create(values: unknown, call?: object): Promise<Any>;
  update(target: unknown, changes: unknown, call?: object): Promise<Any>;
  delete(target: unknown, call?: CallOptions): Promise<void>;
}

/**
 * Find a resource of a client: `issue-label` is `api.issueLabel`.
 *
 * @throws {Error} where the client has none, or only under a parent
 */
export function resourceOf(api: object, name: string): PanelResource {
  const property = name.replace(/[-_/](\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = (api as Readonly<Record<string, Partial<PanelResource> | undefined>>)[property];
  if (found?.list === undefined) throw new Error(`The client has no resource "${name}" without a parent in its path.`);
  return found as PanelResource;
}

/** Read records by their ids, 50 in a request. */
export async function readMany(
  resource: PanelResource,
  ids: readonly Id[],
  call: CallOptions & { readonly include?: unknown } = {},
): Promise<Any[]> {
  const records: Any[] = [];
  for (let at = 0; at < ids.length; at += MOST) {
    const part = ids.slice(at, at + MOST);
    for await (const record of resource.list({ ...call, where: { id: { in: part } }, pageSize: part.length }))
      records.push(record);
  }
  return records;
}

/** Records as they were read, by resource and id: a change is sent with the entity tag of what the user has seen. */
export class ReadRecords {
  readonly #records = new Map<string, object>();

  keep(name: string, record: Any): Any {
    this.#records.set(keyOf(name, record.id), record);
    return record;
  }

  find(name: string, id: Id): object | undefined {
    return this.#records.get(keyOf(name, id));
  }

  forget(name: string, id: Id): void {
    this.#records.delete(keyOf(name, id));
  }
}

/** What is wrong with each field of a form: `{ 'comments.2.text': 'text is required' }`. */
export function errorsOf(error: ApiError): Record<string, string> {
  const names = Object.entries(error.fields).map(([pointer, message]) => [nameOf(pointer), message]);
  return Object.fromEntries(names.filter(([name]) => name !== ''));
}

/** What a panel tells its user. */
export function messageOf(error: ApiError): string {
  if (!(error instanceof ConflictError)) return error.message;
  return error.current === undefined
    ? 'This record has been deleted by someone else.'
    : 'This record has been changed by someone else. Load it again, and repeat your changes.';
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// --- internal ---

/** A request may have 100 parameters, and each id is one. */
const MOST = 50;

function keyOf(name: string, id: Id): string {
  return `${name} ${id}`;
}

function nameOf(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}
