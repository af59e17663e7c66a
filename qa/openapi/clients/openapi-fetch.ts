import createClient from 'openapi-fetch';
import type { paths } from '../generated/tracker/openapi-typescript.ts';
import type { Connect, Reply } from './client.ts';

export const connect: Connect = (baseUrl, token) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  return {
    create: async (body) => toReply(await client.POST('/issue', { body })),
    list: async (page, titles) =>
      toReply(
        await client.GET('/issue', {
          params: {
            query: {
              priority: { gte: 3 },
              title: { in: titles.join(',') },
              sort: ['-priority', '-id'],
              page,
              pageSize: 2,
            },
          },
        }),
      ),
    read: async (id) =>
      toReply(
        await client.GET('/issue/{id}', {
          params: { path: { id }, query: { include: ['project', 'comments.author'] } },
        }),
      ),
    update: async (id, body, tag) =>
      toReply(await client.PATCH('/issue/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
    remove: async (id) => toReply(await client.DELETE('/issue/{id}', { params: { path: { id } } })),
  };
};

function toReply<T, E>({ data, error, response }: { data?: T; error?: E; response: Response }): Reply<T> {
  return { status: response.status, body: data ?? (error as object), header: (name) => response.headers.get(name) };
}
