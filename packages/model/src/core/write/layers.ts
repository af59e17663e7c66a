import { afterWrite } from './after-write.ts';
import { beforeWrite } from './before-write.ts';
import { policy } from './policy.ts';
import { references } from './references.ts';
import { relations } from './relations.ts';
import { softDelete } from './soft-delete.ts';
import { store } from './store.ts';
import type { TableSession } from './table-session.ts';
import type { Layer, Next, Write } from './write.ts';

/**
 * What every write passes through, outermost first: a layer sees the write before those below it, and its result after
 * them. So they act in this order: soft delete, references, `beforeWrite`, the policy before the write, the statement,
 * links and children, `afterWrite`. Then, once per transaction, before it commits, `check-stored.ts` checks the policies
 * for the records as they are stored.
 */
export const LAYERS: readonly Layer[] = [softDelete, references, beforeWrite, policy, afterWrite, relations, store];

/** The layers that do anything with writes of a table, in their order. */
export function layersOf(table: TableSession): readonly Layer[] {
  return LAYERS.filter((layer) => layer.appliesTo(table));
}

/** Compose the layers into one function that passes a write through them. */
export function composeLayers(layers: readonly Layer[]): Next {
  return layers.reduceRight<Next>(
    (next, layer) => (write) => layer.run(write, next),
    () => Promise.reject(new Error('No layer writes.')),
  );
}

/**
 * Whether a write needs a transaction. All layers are asked, so that a write which the policy allows to nobody is refused
 * before anything runs.
 *
 * @throws {PolicyError}
 */
export function needsTransaction(layers: readonly Layer[], write: Write): boolean {
  let isNeeded = false;
  for (const layer of layers) if (layer.needsTransaction?.(write)) isNeeded = true;
  return isNeeded;
}
