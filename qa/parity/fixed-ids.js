import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Let `randomUUID` count: identifiers that a server makes then have the same order in two processes, so lists of them do, too.
 * They are still compared as marks only, because a process may make more of them than another.
 */
export function replaceRandomUuid() {
  let made = 0;
  crypto.randomUUID = () => {
    made += 1;
    return `ffffffff-0000-4000-8000-${made.toString(16).padStart(12, '0')}`;
  };
  syncBuiltinESMExports();
}
