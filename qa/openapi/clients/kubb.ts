import axios from 'axios';
import { createIssue } from '../generated/tracker/kubb/clients/createIssue.ts';
import { deleteIssue } from '../generated/tracker/kubb/clients/deleteIssue.ts';
import { getIssue } from '../generated/tracker/kubb/clients/getIssue.ts';
import { listIssue } from '../generated/tracker/kubb/clients/listIssue.ts';
import { updateIssue } from '../generated/tracker/kubb/clients/updateIssue.ts';
import type { Connect, Problem, Reply } from './client.ts';

interface Result<T> {
  readonly status: number;
  readonly data: T;
  readonly headers: unknown;
}

export const connect: Connect = (baseURL, token) => {
  const config = { baseURL, headers: { Authorization: `Bearer ${token}` } };
  return {
    create: (values) => reply(createIssue(values, undefined, undefined, config)),
    list: (page, titles) =>
      reply(
        listIssue(
          {
            ...{ priority: { gte: 3 }, title: { in: titles.join(',') }, page, pageSize: 2 },
            sort: ['-priority', '-id'],
          },
          undefined,
          config,
        ),
      ),
    read: (id) => reply(getIssue(id, { include: ['project', 'comments.author'] }, undefined, config)),
    update: (id, changes, tag) => reply(updateIssue(id, changes, undefined, { 'If-Match': tag }, config)),
    remove: (id) => reply(deleteIssue(id, undefined, config)),
  };
};

async function reply<T>(call: Promise<Result<T>>): Promise<Reply<Exclude<T, void>>> {
  const { status, data, headers } = await call.catch((error: unknown) => {
    if (axios.isAxiosError(error) && error.response) return error.response as Result<Problem>;
    throw error;
  });
  const sent = headers as Readonly<Record<string, string | undefined>>;
  return { status, body: data as Exclude<T, void>, header: (name) => sent[name] ?? null };
}
