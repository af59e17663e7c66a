import { fileURLToPath } from 'node:url';
import { launch } from '../http/server.js';

/**
 * A process that waits for eight seconds is made smaller by V8, and afterwards is slower by a fifth, for longer than a round: who is measured late would
 * seem to cost more.
 */
const STEADY = '--no-memory-reducer';

/** Start ours as a lane has it. @returns what `launch` does */
export function startLane(name) {
  const file = fileURLToPath(new URL('./program.js', import.meta.url));
  return launch(name, [process.execPath, STEADY, file, '1', name]);
}
