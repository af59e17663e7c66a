import type { ClientSession } from 'mongodb';
import { retry } from '../../retry.ts';
import { hasLabel } from './error-labels.ts';
import type { MongoConnection } from './mongo-connection.ts';

/**
 * Run `work` in one transaction: committed when it resolves, rolled back when it rejects.
 *
 * It reads one snapshot, and a write collides with every write of others since then: no update is lost. Two transactions that each read what the
 * other one writes can both succeed; a read with a lock prevents that.
 *
 * @param patience - milliseconds for which a commit whose outcome is unknown is asked for again, which MongoDB allows
 */
export async function runTransaction<T>(
  connection: MongoConnection,
  work: (session: ClientSession) => Promise<T>,
  patience: number,
): Promise<T> {
  const { client } = await connection.open();
  const session = client.startSession();
  try {
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', wtimeoutMS: patience },
      readPreference: 'primary',
    });
    let result: T;
    try {
      result = await work(session);
    } catch (error) {
      // A transaction that is over already takes no rollback.
      await session.abortTransaction().catch(() => {});
      throw error;
    }
    await commit(session, patience);
    return result;
  } finally {
    await session.endSession().catch(() => {});
  }
}

// --- internal ---

function commit(session: ClientSession, patience: number): Promise<void> {
  return retry(
    () => session.commitTransaction(),
    (error) => hasLabel(error, 'UnknownTransactionCommitResult'),
    patience,
  );
}
