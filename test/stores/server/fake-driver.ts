import type { SqlResult } from '../../../packages/model/src/sql/sql-client.ts';
import type { HostPool, ServerDriver } from '../../../packages/model/src/stores/server/server-driver.ts';

/** A connection of a fake server, and what was done with it. */
export interface FakeConnection {
  readonly host: string;
  readonly texts: string[];
  cancelled: number;
  isReleased: boolean;
  isThrownAway: boolean;
}

/** What a fake host does with a statement; `stop` rejects once the statement is cancelled. */
export type Answer = (text: string, stop: Promise<never>) => Promise<SqlResult> | SqlResult;

/** Servers that a test scripts: by host what becomes of connecting, and of statements. */
export class FakeDriver implements ServerDriver {
  readonly dialect = 'postgres';
  readonly begin = 'begin';
  readonly connections: FakeConnection[] = [];
  readonly closed: string[] = [];
  connect: (host: string) => Promise<void> | void = () => {};
  answer: (host: string) => Answer = () => () => ({ rows: [] });
  cancel: () => Promise<void> = async () => {};
  /** What `idleSince` of a connection that is lent again says. */
  idleSince = (): number => performance.now();

  openPool({ host }: { host: string }): HostPool {
    const idle: FakeConnection[] = [];
    return {
      acquire: async () => {
        const known = idle.pop();
        if (known) return this.#lend(known, idle, this.idleSince());
        await this.connect(host);
        const connection = { host, texts: [], cancelled: 0, isReleased: false, isThrownAway: false };
        this.connections.push(connection);
        return this.#lend(connection, idle, undefined);
      },
      close: async () => {
        this.closed.push(host);
      },
    };
  }

  judge(error: unknown): 'lost' | 'unfit' | undefined {
    const { message } = error as Error;
    return message === 'lost' || message === 'unfit' ? message : undefined;
  }

  #lend(connection: FakeConnection, idle: FakeConnection[], idleSince: number | undefined) {
    let stop = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new Error('cancelled'));
    });
    stopped.catch(() => {});
    connection.isReleased = false;
    return {
      idleSince,
      query: async (text: string) => {
        connection.texts.push(text);
        return this.answer(connection.host)(text, stopped);
      },
      cancel: async () => {
        connection.cancelled += 1;
        await this.cancel();
        stop();
      },
      release: (isBroken: boolean) => {
        connection.isReleased = true;
        connection.isThrownAway = isBroken;
        if (!isBroken) idle.push(connection);
      },
    };
  }
}
