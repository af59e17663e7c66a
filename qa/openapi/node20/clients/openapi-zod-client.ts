import axios, { AxiosError, type AxiosResponse } from 'axios';
import type { Connect, Problem, Reply } from '../../clients/client.ts';
import { createApiClient } from '../generated/tracker-filterable/openapi-zod-client.ts';

/** Requests and responses are checked by the schemas of the document; a request that is invalid is not even sent, unless `validate` says so. */
export const connect: Connect = (url, token) => {
  let last: AxiosResponse | undefined;
  const keep = (response: AxiosResponse): AxiosResponse => {
    last = response;
    return response;
  };
  const axiosInstance = axios.create({ headers: { Authorization: `Bearer ${token}` } });
  axiosInstance.interceptors.response.use(keep, (error: AxiosError) => {
    if (error.response) keep(error.response);
    throw error;
  });
  const api = createApiClient(url, { axiosInstance });
  const unchecked = createApiClient(url, { axiosInstance, validate: 'response' });
  const reply = async <T>(call: Promise<T>): Promise<Reply<T>> => {
    const body = await call.catch((error: unknown) => {
      if (error instanceof AxiosError) return error.response?.data as Problem;
      throw error;
    });
    const { status = 0, headers } = last ?? {};
    return { status, body, header: (name) => (headers?.[name] as string | undefined) ?? null };
  };
  return {
    create: (values) => reply(unchecked.createIssue(values)),
    list: (page, titles) =>
      reply(
        api.listIssue({
          queries: {
            ...{ priority: { gte: 3 }, title: { in: titles.join(',') }, page, pageSize: 2 },
            sort: ['-priority', '-id'],
          },
        }),
      ),
    read: (id) => reply(api.getIssue({ params: { id }, queries: { include: ['project', 'comments.author'] } })),
    update: (id, changes, tag) => reply(api.updateIssue(changes, { params: { id }, headers: { 'If-Match': tag } })),
    remove: (id) => reply(api.deleteIssue(undefined, { params: { id } })),
  };
};
