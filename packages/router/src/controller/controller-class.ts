import type { ControllerStatics } from '../contracts/controller.ts';
import type { Controller } from './controller.ts';

/** A class that can serve requests: it extends {@link Controller}, and its constructor has no arguments. */
export type ControllerClass = (new () => Controller) & ControllerStatics;
