import { findEnclosing, runInside } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';

/**
 * Run a hook of a class.
 *
 * @throws {HttpError} 500 `E_INTERNAL` where it is inside of 20 others: a hook whose writes call it again would never end, and no timer could stop it while
 *   the store answers at once
 */
export async function runHook(resource: Resource, table: string, hook: () => unknown): Promise<void> {
  const { origin = resource } = resource;
  const outer = findEnclosing(
    (inside): inside is RunningHook => inside instanceof RunningHook && inside.resource === origin,
  );
  const depth = (outer?.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) {
    const hint = `Hooks of "${table}" call each other without end: a hook that writes into its own table uses this.model('${table}'), which calls none.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  await runInside(new RunningHook(origin, depth), hook);
}

// --- internal ---

const MAX_DEPTH = 20;

class RunningHook {
  /** The resource of the request itself. */
  readonly resource: Resource;
  readonly depth: number;

  constructor(resource: Resource, depth: number) {
    this.resource = resource;
    this.depth = depth;
  }
}
