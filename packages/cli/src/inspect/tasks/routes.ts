import type { RouteRow } from '@rest-gen/router';
import type { Host } from './host.ts';

/** List the rules of the project with their controllers. */
export interface RoutesTask {
  readonly kind: 'routes';
  /** Also find the rule that matches this path, with `method`. */
  readonly path?: string;
  /** In upper case; by default GET. */
  readonly method?: string;
}

export interface RoutesReply {
  readonly rows: readonly RouteRow[];
  /** The match of the path; absent if there is none, or no path. */
  readonly taken?: TakenPath;
}

export interface TakenPath {
  /** Number of the rule. */
  readonly rule: string;
  /** Absent if the rule has none. */
  readonly controller: string | undefined;
  /** Absent if the controller does not support. */
  readonly action: string | undefined;
}

export async function routes({ path, method = 'GET' }: RoutesTask, host: Host): Promise<RoutesReply> {
  const router = await host.router();
  const rows = router.routes();
  if (path === undefined) return { rows };
  const { tried, controller, action } = router.explain(method, path);
  const rule = tried.find(({ result }) => result === 'matched')?.rule;
  return rule === undefined ? { rows } : { rows, taken: { rule, controller, action } };
}
