// The process that loads the project. Request and reply use separate pipes, where the code of the project neither reads
// nor writes.
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { findSources } from '../project/find-sources.ts';
import { createHost } from './host.ts';
import { TASKS } from './tasks.ts';
import { framesOf, toFault } from './to-fault.ts';
import type { ChildReply, ChildRequest, Fault } from './types.ts';

const REPLY_FD = 3;
const REQUEST_FD = 4;
const thrown: Fault[] = [];
let hasReplied = false;

const request = JSON.parse(readFileSync(REQUEST_FD, 'utf8')) as ChildRequest;
closeSync(REQUEST_FD);
// An error in a timer of the project must not stop reading the rules.
process.on('uncaughtException', (error) => thrown.push(toFault(error)));
process.on('exit', (code) => reply({ ended: { code, frames: framesOf(new Error()) } }));
void work(request);

// --- internal ---

async function work({ task, input, directory, findsSources, requires }: ChildRequest): Promise<void> {
  if (findsSources) findSources();
  const host = createHost(directory, requires);
  try {
    const value = await TASKS[task](input as never, host);
    // Collect errors of promises that were rejected meanwhile.
    await setImmediate();
    reply({ value });
  } catch (error) {
    reply({ fault: toFault(error) });
  }
  // The parent kills this process if closing hangs.
  await host.close().catch(() => undefined);
  process.exit(0);
}

type Result = { value: unknown } | { fault: Fault } | { ended: { code: number; frames: string[] } };

function reply(result: Result): void {
  if (hasReplied) return;
  hasReplied = true;
  let rest = Buffer.from(`${JSON.stringify({ ...result, thrown } satisfies ChildReply)}\n`);
  while (rest.length > 0) rest = rest.subarray(write(rest));
}

/** The number of bytes written; all of them if nobody reads. */
function write(bytes: Buffer): number {
  try {
    return writeSync(REPLY_FD, bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : bytes.length;
  }
}
