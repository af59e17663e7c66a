import type { Service } from '../../core/contracts/service.ts';
import { matchPath } from '../../core/match/match-path.ts';
import { requestPath } from '../../core/match/request-path.ts';
import { SENT } from '../../request/sent.ts';

/**
 * Whether a request of a plan or an agent finds no class with `static callable`: then the handlers that were added to the router do not see it. They have no
 * such word, and a guard of the application would not stand before them.
 */
export function leadsNowhere({ index, controllers, options }: Service, req: { readonly url: string }): boolean {
  if (!SENT.get(req)?.callable) return false;
  try {
    const path = requestPath(req);
    const matched = path === undefined ? undefined : matchPath(index, path, options.limits);
    const { Class } = (matched && controllers.get(matched.controller)) ?? {};
    return (Class as { callable?: boolean } | undefined)?.callable !== true;
  } catch {
    // Of a path that cannot be read the rules say what is wrong.
    return true;
  }
}
