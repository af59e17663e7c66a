export { run } from './cli.ts';
export type { Io, Output } from './io.ts';
