import axios, { type AxiosResponse } from 'axios';
import { getTracker } from '../generated/tracker/orval-axios.ts';
import type { Connect, Reply } from './client.ts';

export const connect: Connect = (baseURL, token) => {
  const headers = { Authorization: `Bearer ${token}` };
  const { createIssue, deleteIssue, getIssue, listIssue, updateIssue } = getTracker(
    axios.create({ baseURL, headers, validateStatus: () => true }),
  );
  return {
    create: async (values) => toReply(await createIssue(values)),
    list: async (page, titles) =>
      toReply(
        await listIssue({
          ...{ priority: { gte: 3 }, title: { in: titles.join(',') }, page, pageSize: 2 },
          sort: ['-priority', '-id'],
        }),
      ),
    read: async (id) => toReply(await getIssue(id, { include: ['project', 'comments.author'] })),
    update: async (id, changes, tag) => toReply(await updateIssue(id, changes, {}, { headers: { 'If-Match': tag } })),
    remove: async (id) => toReply(await deleteIssue(id)),
  };
};

/** PATCH is typed with `void` for 204, which `Prefer: return=minimal` asks for. */
function toReply<T>({ status, data, headers }: AxiosResponse<T>): Reply<Exclude<T, void>> {
  return { status, body: data as Exclude<T, void>, header: (name) => (headers[name] as string | undefined) ?? null };
}
