import type { Server as NetServer } from 'node:net';

/** Only TLS servers have certificates. An `instanceof` check would load the TLS module and slow down every start. */
export function isTls(server: NetServer): boolean {
  return 'setSecureContext' in server;
}
