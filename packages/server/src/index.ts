export { createServer } from './create-server.ts';
export { OptionError } from './errors.ts';
export { gracefulShutdown, type Shutdown } from './graceful-shutdown.ts';
export type { Handler } from './handler.ts';
export type { AnyServer } from './open-server.ts';
export type { Closable, ServerLimits, ServerOptions, ShutdownOptions } from './options.ts';
export { live, type Pingable, type Probe, type ReadyOptions, ready } from './probes.ts';
