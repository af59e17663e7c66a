import {
  type Any,
  errorsOf,
  type Id,
  isSame,
  messageOf,
  type PanelResource,
  ReadRecords,
  readMany,
  readPage,
  resourceOf,
} from './admin/panel.ts';
import { createRealtime, type RealtimeMethods } from './admin/realtime.ts';
import { toWhere } from './admin/to-where.ts';
import { ApiError, ConflictError } from './errors.ts';
import { withoutTag } from './tag.ts';

export { createAuthProvider, type ReactAdminAuthProvider } from './admin/react-admin-auth.ts';
export type { RealtimeCallback, RealtimeEvent } from './admin/realtime.ts';

interface Common {
  readonly meta?: Any;
  readonly signal?: AbortSignal | undefined;
}

interface ListParameters extends Common {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Any;
}

/** The nine methods of a data provider of react-admin 5, and those of ra-realtime. */
export interface ReactAdminProvider extends RealtimeMethods {
  readonly supportAbortSignal: true;
  getList(resource: string, params: ListParameters): Promise<{ data: Any[]; total: number }>;
  getOne(resource: string, params: Common & { readonly id: Id }): Promise<{ data: Any }>;
  getMany(resource: string, params: Common & { readonly ids: readonly Id[] }): Promise<{ data: Any[] }>;
  getManyReference(
    resource: string,
    params: ListParameters & { readonly target: string; readonly id: Id },
  ): Promise<{ data: Any[]; total: number }>;
  create(resource: string, params: Common & { readonly data: Any }): Promise<{ data: Any }>;
  update(
    resource: string,
    params: Common & { readonly id: Id; readonly data: Any; readonly previousData?: Any },
  ): Promise<{ data: Any }>;
  updateMany(
    resource: string,
    params: Common & { readonly ids: readonly Id[]; readonly data: Any },
  ): Promise<{ data: Id[] }>;
  delete(resource: string, params: Common & { readonly id: Id; readonly previousData?: Any }): Promise<{ data: Any }>;
  deleteMany(resource: string, params: Common & { readonly ids: readonly Id[] }): Promise<{ data: Id[] }>;
}

/**
 * Create a data provider of react-admin 5 from the client that `rest-gen client` writes.
 *
 * `meta.include` names related records. An update sends the fields that have changed, with the entity tag of what was read. A rejected form has the errors of
 * its fields in `error.body.errors`.
 *
 * @param api - `createApi()` of the written client; resources are named as their controllers
 */
export function createDataProvider(api: object): ReactAdminProvider {
  const read = new ReadRecords();

  const getList: ReactAdminProvider['getList'] = async (name, { pagination, sort, filter, meta, signal }) => {
    const { q, ...fields } = filter ?? {};
    const query = {
      ...(sort?.field && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
      ...(q && { q }),
      ...{ where: toWhere(fields), include: meta?.include, signal },
    };
    return readPage(resourceOf(api, name), query, pagination?.page ?? 1, pagination?.perPage ?? 25);
  };

  return {
    supportAbortSignal: true,
    ...createRealtime(api),
    getList,
    getManyReference: (name, { target, id, filter, ...params }) =>
      getList(name, { ...params, filter: { ...filter, [target]: id } }),

    async getOne(name, { id, meta, signal }) {
      const record = await resourceOf(api, name).get(id, { include: meta?.include, signal });
      return { data: read.keep(name, record) };
    },

    async getMany(name, { ids, meta, signal }) {
      return { data: await readMany(resourceOf(api, name), ids, { include: meta?.include, signal }) };
    },

    async create(name, { data }) {
      return { data: read.keep(name, await translated(() => resourceOf(api, name).create(data))) };
    },

    async update(name, { id, data, previousData, meta }) {
      const resource = resourceOf(api, name);
      const changes = previousData === undefined ? data : changesOf(previousData, data);
      if (Object.keys(changes).length === 0) return { data: previousData };
      return translated(async () => {
        const target = previousData === undefined ? id : await recordAsRead(resource, name, id, previousData);
        const record = await resource.update(target, changes, { include: meta?.include });
        return { data: read.keep(name, record) };
      });
    },

    async updateMany(name, { ids, data }) {
      for (const id of ids) await translated(() => resourceOf(api, name).update(id, data));
      return { data: [...ids] };
    },

    async delete(name, { id, previousData }) {
      await translated(() => resourceOf(api, name).delete(id));
      read.forget(name, id);
      return { data: previousData ?? { id } };
    },

    async deleteMany(name, { ids }) {
      for (const id of ids) await translated(() => resourceOf(api, name).delete(id));
      return { data: [...ids] };
    },
  };

  /**
   * The record with the entity tag of what the form shows. A form that shows a record of a list, or an older one, has no tag: the record is read again.
   *
   * @throws {ConflictError} when it is no longer the same
   */
  async function recordAsRead(resource: PanelResource, name: string, id: Id, shown: Any): Promise<object> {
    const known = read.find(name, id);
    if (known !== undefined && isSame(withoutTag(known), shown)) return known;
    const current = await resource.get(id);
    const changed = Object.keys(current).some(
      (field) => Object.hasOwn(shown, field) && !isSame(current[field], shown[field]),
    );
    if (!changed) return current;
    const problem = { status: 412, title: 'Precondition Failed', code: 'E_PRECONDITION_FAILED' };
    throw new ConflictError(new ApiError(412, problem, new Headers(), false), shown, current);
  }
}

// --- internal ---

function changesOf(previous: Any, data: Any): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !isSame(value, previous[name])));
}

/** Errors as the forms of react-admin expect them. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = messageOf(error);
    const errors = errorsOf(error);
    const body = { errors: { ...errors, ...(Object.keys(errors).length === 0 && { root: { serverError: message } }) } };
    throw Object.assign(error, { message, body });
  }
}
