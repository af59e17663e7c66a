import type { RouteRow } from '@rest-gen/router';
import type { RoutesReply } from '../inspect/tasks/routes.ts';

/** All conditions that are given must match. */
export interface RouteFilter {
  readonly path: string | undefined;
  /** In upper case. */
  readonly method: string | undefined;
  /** Name or directory: `v1/post`, `v1`. */
  readonly controller: string | undefined;
}

/** Keep the rows that match a filter. */
export function filterRoutes({ rows, taken }: RoutesReply, { path, method, controller }: RouteFilter): RouteRow[] {
  return rows.filter((row) => {
    if (path !== undefined && (row.number !== taken?.rule || row.controller !== taken.controller)) return false;
    // A path has either the methods of the collection or those of a record.
    if (path !== undefined && method !== undefined) return taken?.action !== undefined;
    if (method !== undefined && ![...row.collection, ...row.item].includes(method)) return false;
    return controller === undefined || row.controller === controller || row.controller?.startsWith(`${controller}/`);
  });
}
