import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a port that fails on demand. */
export interface TcpProxy {
  readonly port: number;
  /** Every connection passes again, those that stalled too, with what has waited meanwhile. */
  pass(): Promise<void>;
  /** New connections are refused; open ones stay. */
  refuse(): Promise<void>;
  /** Reset (RST) every connection that is open, on both sides. New ones pass. */
  cut(): void;
  /** A black hole: connections are taken, stay open, and nothing comes through in either direction. */
  stall(): void;
  /** Whatever comes through from now on waits so many milliseconds first. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Open a TCP proxy for tests on a free port of 127.0.0.1. It passes everything until it is told otherwise. */
export async function tcpProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let gate = async (): Promise<void> => {};
  let open: () => void = () => {};
  const forward = (from: Socket, to: Socket): void => {
    const through = async (done: (error: null, chunk?: Buffer) => void, chunk?: Buffer): Promise<void> => {
      await gate();
      done(null, chunk);
    };
    const hole = new Transform({
      transform: (chunk, _, done) => void through(done, chunk),
      flush: (done) => void through(done),
    });
    from.pipe(hole).pipe(to);
    from
      .on('error', () => {})
      .on('close', async () => {
        sockets.delete(from);
        await gate();
        if (from.errored || from.readableAborted) to.destroy();
      });
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = connect({ port: targetPort, host: targetHost, allowHalfOpen: true, noDelay: true });
    forward(client, target);
    forward(target, client);
  });
  const listen = async (port: number): Promise<void> => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const passFreely = (): void => {
    gate = async () => {};
    open();
  };
  return {
    port,
    cut,
    pass: () => {
      passFreely();
      return listen(port);
    },
    // `close` of the server itself would wait for the connections that stay.
    refuse: async () => {
      if (server.listening) server.close();
    },
    stall: () => {
      open();
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = () => opened;
    },
    delay: (milliseconds) => {
      open();
      gate = () => new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    close: async () => {
      if (server.listening) server.close();
      cut();
      passFreely();
    },
  };
}
