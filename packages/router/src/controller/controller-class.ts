import type { Controller } from './controller.ts';
import type { ControllerStatics } from './types.ts';

/** A class that can serve requests: it extends {@link Controller}, and is made without arguments. */
export type ControllerClass = (new () => Controller) & ControllerStatics;
