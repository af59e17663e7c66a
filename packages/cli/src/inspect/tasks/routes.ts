import type { RouteRow } from '@rest-gen/router';
import type { Host } from '../host.ts';

/** List what the rules of the project lead to. */
export interface RoutesTask {
  readonly kind: 'routes';
  /** Say also what takes this path, with `method`. */
  readonly path?: string;
  /** In capitals; by default GET. */
  readonly method?: string;
}

export interface RoutesReply {
  readonly rows: readonly RouteRow[];
  /** What takes the path; absent when nothing does, or none was asked for. */
  readonly taken?: TakenPath;
}

export interface TakenPath {
  /** Number of the rule. */
  readonly rule: string;
  /** Absent when the rule leads to none. */
  readonly controller: string | undefined;
  /** Absent when the controller has none for the method. */
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
