export type { Io, Output } from './io.ts';
export { run } from './main.ts';
