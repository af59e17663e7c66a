import createClient from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import type { paths } from '../generated/tracker/openapi-typescript.ts';

/** Hooks run in a page only: this is compiled. */
const hooks = createHooks(createClient<paths>({ baseUrl: '/' }));

export function useTitles(): readonly (string | undefined)[] {
  const { data } = hooks.useQuery('get', '/issue', {
    params: { query: { priority: { gte: 3 }, sort: ['-priority'] } },
  });
  return data?.map(({ title }) => title) ?? [];
}

export function useCreate(): (title: string) => void {
  const { mutate } = hooks.useMutation('post', '/issue');
  return (title) => mutate({ body: { project_id: 1, title } });
}
