import { type Any, errorsOf, type Id, messageOf, ReadRecords, readMany, readPage, resourceOf } from './admin/panel.ts';
import { ApiError } from './errors.ts';
import type { Client } from './types.ts';

export { createAuthProvider, type RefineAuthProvider, type RefineOutcome } from './admin/refine-auth.ts';

interface Common {
  readonly resource: string;
  readonly meta?: Any;
}

interface ListParameters extends Common {
  readonly pagination?: Any;
  readonly sorters?: readonly { readonly field: string; readonly order: string }[] | undefined;
  readonly filters?: readonly Any[] | undefined;
}

/** A data provider of refine 4 and 5. */
export interface RefineProvider {
  getList(params: ListParameters): Promise<{ data: Any[]; total: number }>;
  getOne(params: Common & { readonly id: Id }): Promise<{ data: Any }>;
  getMany(params: Common & { readonly ids: readonly Id[] }): Promise<{ data: Any[] }>;
  create(params: Common & { readonly variables: Any }): Promise<{ data: Any }>;
  createMany(params: Common & { readonly variables: readonly Any[] }): Promise<{ data: Any[] }>;
  update(params: Common & { readonly id: Id; readonly variables: Any }): Promise<{ data: Any }>;
  updateMany(params: Common & { readonly ids: readonly Id[]; readonly variables: Any }): Promise<{ data: Any[] }>;
  deleteOne(params: Common & { readonly id: Id }): Promise<{ data: Any }>;
  deleteMany(params: Common & { readonly ids: readonly Id[] }): Promise<{ data: Any[] }>;
  getApiUrl(): string;
  custom(params: {
    readonly url: string;
    readonly method: string;
    readonly payload?: unknown;
    readonly query?: unknown;
    readonly headers?: unknown;
  }): Promise<{ data: Any }>;
}

/**
 * Create a data provider of refine from the client that `rest-gen client` writes.
 *
 * `meta.include` names related records; the filter `{ field: 'q', operator: 'eq', value }` searches. An update is sent with the entity tag of the record that
 * `getOne` has read last. Errors are those of refine: `statusCode`, `message` and `errors` by field.
 *
 * @param api - `createApi()` of the written client; resources are named as their controllers
 * @param baseUrl - that of the client, which refine asks for
 */
export function createDataProvider(api: object, baseUrl = ''): RefineProvider {
  const read = new ReadRecords();
  const of = ({ resource }: Common) => resourceOf(api, resource);
  const remove = async (params: Common, id: Id): Promise<Any> => {
    await translated(() => of(params).delete(id));
    read.forget(params.resource, id);
    return { id };
  };

  return {
    async getList(params) {
      const { pagination = {}, sorters = [], filters = [], meta } = params;
      const { q, where } = readFilters(filters);
      const { mode = 'server', currentPage, current = currentPage ?? 1, pageSize = 10 } = pagination;
      const query = {
        ...{ where, include: meta?.include },
        ...(q !== undefined && { q }),
        ...(sorters.length > 0 && {
          sort: sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)),
        }),
      };
      if (mode !== 'server') {
        const data: Any[] = [];
        for await (const record of of(params).list(query)) data.push(record);
        return { data, total: data.length };
      }
      return readPage(of(params), query, current, pageSize);
    },

    async getOne(params) {
      const record = await translated(() => of(params).get(params.id, { include: params.meta?.include }));
      return { data: read.keep(params.resource, record) };
    },

    async getMany(params) {
      return { data: await readMany(of(params), params.ids, { include: params.meta?.include }) };
    },

    async create(params) {
      const record = await translated(() => of(params).create(params.variables));
      return { data: read.keep(params.resource, record) };
    },

    async createMany(params) {
      const data: Any[] = [];
      for (const values of params.variables) {
        data.push(read.keep(params.resource, await translated(() => of(params).create(values))));
      }
      return { data };
    },

    async update(params) {
      const { resource, id, variables } = params;
      const record = await translated(() => of(params).update(read.find(resource, id) ?? id, variables));
      return { data: read.keep(resource, record) };
    },

    async updateMany(params) {
      const data: Any[] = [];
      for (const id of params.ids) {
        data.push(read.keep(params.resource, await translated(() => of(params).update(id, params.variables))));
      }
      return { data };
    },

    async deleteOne(params) {
      return { data: await remove(params, params.id) };
    },

    async deleteMany(params) {
      const data: Any[] = [];
      for (const id of params.ids) data.push(await remove(params, id));
      return { data };
    },

    getApiUrl: () => baseUrl,

    async custom({ url, method, payload, query, headers }) {
      const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
      if (!path.startsWith('/')) throw new Error(`"${url}" is not a path of the service.`);
      const options = { body: payload, query, headers } as Any;
      return { data: await translated(() => (api as Client).$request(method.toUpperCase(), path, options)) };
    },
  };
}

// --- internal ---

/** Operators of refine that the service has, by its names. */
const OPERATORS: Readonly<Record<string, string>> = {
  ...{ eq: 'eq', ne: 'ne', lt: 'lt', gt: 'gt', lte: 'lte', gte: 'gte', in: 'in', nin: 'nin' },
  ...{ contains: 'contains', startswith: 'startsWith', endswith: 'endsWith' },
};

function readFilters(filters: readonly Any[]): { q: unknown; where: Record<string, Any> } {
  const where: Record<string, Any> = {};
  let q: unknown;
  for (const { field, operator, value } of filters) {
    // An empty field of a filter form.
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty || (value === null && operator !== 'null' && operator !== 'nnull')) continue;
    if (operator === 'or') where.or = value.map((one: Any) => readFilters([one]).where);
    else if (operator === 'and') Object.assign(where, readFilters(value).where);
    else if (field === 'q') q = value;
    else where[field] = { ...where[field], ...comparisonOf(operator, value) };
  }
  return { q, where };
}

function comparisonOf(operator: string, value: unknown): Record<string, unknown> {
  if (operator === 'null' || operator === 'nnull') return { null: operator === 'null' };
  const known = OPERATORS[operator];
  if (known === undefined) throw new Error(`The service has no filter "${operator}".`);
  return { [known]: value };
}

/** Errors as refine expects them. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw Object.assign(error, { message: messageOf(error), statusCode: error.status, errors: errorsOf(error) });
  }
}
