import { setMaxListeners } from 'node:events';
import type { RequestOptions } from '@rest-gen/router/model';

/** Let any number of statements listen to one signal: Node would warn of a leak at the eleventh. */
export function allowListeners({ signal }: RequestOptions): void {
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
}
