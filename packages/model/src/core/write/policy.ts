import { changeAllowed, mayChangeAtOnce } from './change-allowed.ts';
import { createAllowed, mayCreateAtOnce } from './create-allowed.ts';
import type { Layer } from './write.ts';

/**
 * Ask the policy of the table before the write, and note what it demands of the records as they are stored.
 *
 * One statement does it where the values show that the policy will hold. Otherwise the write runs in a transaction, which
 * checks the stored records before it commits.
 *
 * @throws {PolicyError}
 */
export const policy: Layer = {
  name: 'policy before',
  appliesTo: ({ access }) => access !== undefined,
  needsTransaction: (write) => !(write.action === 'create' ? mayCreateAtOnce(write) : mayChangeAtOnce(write)),
  run: (write, next) => (write.action === 'create' ? createAllowed(write, next) : changeAllowed(write, next)),
};
