import type { Cluster } from 'node:cluster';
import { getBuiltinModule } from 'node:process';

/**
 * Take leave of the first process of a cluster (`node:cluster`), if this is one of the others.
 *
 * That process hands connections over. One that is on its way when this one exits would be lost; one that is refused before is handed to another process.
 *
 * @returns when nothing is on its way any more, or nothing was heard for a second
 */
export async function leaveCluster(): Promise<void> {
  // Only a process with a channel can be one of them; most programs never load this.
  if (!process.connected) return;
  const { worker } = getBuiltinModule('node:cluster') as unknown as Cluster;
  if (worker === undefined) return;
  await new Promise<void>((resolve) => {
    worker.once('disconnect', resolve);
    worker.disconnect();
    setTimeout(resolve, PATIENCE);
  });
}

// --- internal ---

/** Milliseconds. */
const PATIENCE = 1_000;
