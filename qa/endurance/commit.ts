import { connect } from 'node:net';
import type { HostileAct } from './attacks.ts';

/** Milliseconds in which the server has to answer, or to close the connection. */
const PATIENCE = 60_000;

/** Do it on a connection of its own. @returns the status of the first answer, `none` without one, `silence` when the server has neither answered nor closed in time */
export function commit({ bytes, leaves }: HostileAct, port: number): Promise<number | 'none' | 'silence'> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (leaves === 'end') socket.end();
        if (leaves === 'destroy') socket.destroy();
        if (leaves === 'reset') socket.resetAndDestroy();
      });
    });
    const end = (outcome: number | 'none' | 'silence'): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(PATIENCE, () => end('silence'));
    // What was sent before a reset may have been answered.
    socket.on('error', () => undefined);
    socket.on('close', () => end('none'));
    socket.setEncoding('latin1').on('data', (text: unknown) => {
      received += text;
      const status = /^HTTP\/1\.1 (\d{3})[\s\S]*\r\n\r\n/.exec(received)?.[1];
      if (status !== undefined && status !== '100') end(Number(status));
    });
  });
}
