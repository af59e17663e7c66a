import type { AxiosResponse } from 'axios';
import { Api } from '../generated/tracker/swagger-typescript-api.ts';
import type { Connect, Reply } from './client.ts';

/** With `--axios`: the client that it writes for `fetch` cannot send the operators of filters, only `priority=3`. */
export const connect: Connect = (baseURL, token) => {
  const securityWorker = () => ({ headers: { Authorization: `Bearer ${token}` } });
  const { issue } = new Api({ baseURL, secure: true, securityWorker, validateStatus: () => true });
  return {
    create: async (values) => toReply(await issue.createIssue(values)),
    list: async (page, titles) =>
      toReply(
        await issue.listIssue({
          ...{ priority: { gte: 3 }, title: { in: titles.join(',') }, page, pageSize: 2 },
          sort: ['-priority', '-id'],
        }),
      ),
    read: async (id) => toReply(await issue.getIssue(id, { include: ['project', 'comments.author'] })),
    update: async (id, changes, tag) =>
      toReply(await issue.updateIssue(id, changes, {}, { headers: { 'If-Match': tag } })),
    remove: async (id) => toReply(await issue.deleteIssue(id)),
  };
};

function toReply<T>({ status, data, headers }: AxiosResponse<T>): Reply<T> {
  return { status, body: data, header: (name) => (headers[name] as string | undefined) ?? null };
}
