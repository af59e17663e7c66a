import type { Refusal } from '@rest-gen/model/core';
import type { Request } from 'express';
import { Slot } from '../core/slot.ts';
import type { RouterRequest } from './types.ts';

/** On a request that the program itself has sent: what it was given. */
export const SENT: Slot<RouterRequest> = new Slot<RouterRequest>('router/request');

/** On a request that the program itself has sent: what a policy has refused. */
export const REFUSED: Slot<Refusal> = new Slot<Refusal>('router/refused');

/**
 * Whether a request is only tried: its transaction is rolled back, and what it does besides that has to be left out.
 *
 * @see docs/requests.md
 */
export function isDryRun(req: Request): boolean {
  return SENT.get(req)?.dryRun === true;
}
