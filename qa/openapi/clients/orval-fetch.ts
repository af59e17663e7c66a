import { createIssue, deleteIssue, getIssue, listIssue, updateIssue } from '../generated/tracker/orval-fetch.ts';
import type { Connect, Problem, Reply } from './client.ts';

/** The functions of orval call `fetch` with the paths of the document: in a page on the host of the service that is enough. */
export const connect: Connect = (url, token) => {
  const { fetch } = globalThis;
  const headers = { Authorization: `Bearer ${token}` };
  const here = async <T>(call: () => Promise<T>): Promise<T> => {
    globalThis.fetch = (path, init) => fetch(new URL(String(path), url), init);
    try {
      return await call();
    } finally {
      globalThis.fetch = fetch;
    }
  };
  return {
    async create(values) {
      const { status, data, headers: sent } = await here(() => createIssue(values, {}, { headers }));
      return toReply(status, status === 201 ? data : problemOf(data), sent);
    },
    async list(page, titles) {
      const query = { priority: { gte: 3 }, title: { in: titles.join(',') }, page, pageSize: 2 };
      const answer = await here(() => listIssue({ ...query, sort: ['-priority', '-id'] }, { headers }));
      return toReply(answer.status, answer.status === 200 ? answer.data : problemOf(answer.data), answer.headers);
    },
    async read(id) {
      const {
        status,
        data,
        headers: sent,
      } = await here(() => getIssue(id, { include: ['project', 'comments.author'] }, { headers }));
      return toReply(status, status === 200 ? data : problemOf(data), sent);
    },
    async update(id, changes, tag) {
      const options = { headers: { ...headers, 'If-Match': tag } };
      const { status, data, headers: sent } = await here(() => updateIssue(id, changes, {}, options));
      return toReply(status, status === 200 ? data : problemOf(data), sent);
    },
    async remove(id) {
      const { status, data, headers: sent } = await here(() => deleteIssue(id, { headers }));
      return toReply(status, data, sent);
    },
  };
};

function problemOf(data: unknown): Problem {
  return data as Problem;
}

function toReply<T>(status: number, body: T | Problem, headers: Headers): Reply<T> {
  return { status, body, header: (name) => headers.get(name) };
}
