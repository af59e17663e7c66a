import type { Changes } from '../change-types.ts';
import { type ApiError, ConflictError } from '../errors.ts';
import { withoutTag } from '../tag.ts';
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
  /** Where the class has `static changes`. */
  changes?(query?: object): Changes<Any>;
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

/**
 * Read a page of a list, in parts where it is larger than pages of the service are: an export has 1,000 records.
 *
 * @throws {Error} when the number of all records is not known
 */
export async function readPage(
  resource: PanelResource,
  query: object,
  page: number,
  perPage: number,
): Promise<{ data: Any[]; total: number }> {
  const size = Math.min(perPage, LARGEST_PAGE);
  const skipped = (page - 1) * perPage;
  const data: Any[] = [];
  for (let at = Math.floor(skipped / size) + 1; ; at += 1) {
    const { records, total } = await resource.list({ ...query, page: at, pageSize: size }).page();
    data.push(...records);
    if (total === undefined && (page > 1 || records.length === size)) {
      throw new Error('The response has no X-Total-Count. On another origin, add it to Access-Control-Expose-Headers.');
    }
    const first = skipped % size;
    if (records.length < size || data.length >= first + perPage) {
      return { data: data.slice(first, first + perPage), total: total ?? data.length };
    }
  }
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
    const query = { ...call, where: { id: { in: part } } };
    try {
      records.push(...(await resource.list({ ...query, pageSize: part.length }).page()).records);
    } catch (error) {
      if ((error as ApiError).status !== 400) throw error;
      // Pages of the class are smaller.
      for await (const record of resource.list(query)) records.push(record);
    }
  }
  return records;
}

/** Records as they were read, by resource and id: a change is sent with the entity tag of what the user has seen. */
export class ReadRecords {
  readonly #records = new Map<string, object>();

  /** @returns the record as a panel shows it */
  keep(name: string, record: Any): Any {
    this.#records.set(keyOf(name, record.id), record);
    return withoutTag(record);
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
  return error.current === null
    ? 'This record has been deleted by someone else.'
    : 'This record has been changed by someone else. Load it again, and repeat your changes.';
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// --- internal ---

/** Ids in a request: an address has room for them. */
const MOST = 50;
/** Records of a page, unless the class says `static maxPageSize`. */
const LARGEST_PAGE = 100;

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
