export type { Io, Output } from './io.ts';
export { main, run } from './main.ts';
