import type { Controller } from './controller.ts';
import type { ControllerStatics } from './describe/contracts/statics.ts';

/** A class that can serve requests: it extends {@link Controller}, and its constructor has no arguments. */
export type ControllerClass = (new () => Controller) & ControllerStatics;
