import type { Part } from './contracts/part.ts';
import { deprecation } from './parts/deprecation/part.ts';
import { idempotency } from './parts/idempotency/part.ts';

/** The parts of a router, in the order of their hooks: the first one is outermost around an action. */
export const PARTS: readonly Part[] = [idempotency, deprecation];
