import { createClient } from '../generated/tracker/hey-api/client';
import { createIssue, deleteIssue, getIssue, listIssue, updateIssue } from '../generated/tracker/hey-api/sdk.gen';
import type { Connect, Reply } from './client.ts';

export const connect: Connect = (baseUrl, token) => {
  const client = createClient({ baseUrl, auth: () => token });
  return {
    create: async (body) => toReply(await createIssue({ client, body })),
    list: async (page, titles) =>
      toReply(
        await listIssue({
          client,
          query: {
            priority: { gte: 3 },
            title: { in: titles.join(',') },
            sort: ['-priority', '-id'],
            page,
            pageSize: 2,
          },
        }),
      ),
    read: async (id) =>
      toReply(await getIssue({ client, path: { id }, query: { include: ['project', 'comments.author'] } })),
    update: async (id, body, tag) =>
      toReply(await updateIssue({ client, path: { id }, headers: { 'If-Match': tag }, body })),
    remove: async (id) => toReply(await deleteIssue({ client, path: { id } })),
  };
};

interface Result<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response?: Response;
}

/** PATCH is typed with `void` for 204, which `Prefer: return=minimal` asks for. */
function toReply<T>({ data, error, response }: Result<T>): Reply<Exclude<T, void>> {
  const body = (data ?? error) as Exclude<T, void> | undefined;
  return { status: response?.status ?? 0, body, header: (name) => response?.headers.get(name) ?? null };
}
