import type { Server as NetServer } from 'node:net';

/** Servers of TLS alone have certificates; to load its module in order to ask costs the start of all others. */
export function isTls(server: NetServer): boolean {
  return 'setSecureContext' in server;
}
