import { setMaxListeners } from 'node:events';
import type { RequestOptions } from '@rest-gen/router/model';

/** Allow any number of listeners on a signal: Node warns of a leak from the eleventh on. */
export function allowListeners({ signal }: RequestOptions): void {
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
}
