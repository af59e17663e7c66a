import type { ServerConnection } from './server-driver.ts';

/** A connection whose session has to be set up once. */
interface Preparable extends ServerConnection {
  prepare(): Promise<void>;
}

/** The connections of a pool whose session is set up, by what the driver lends. */
export class PreparedConnections<Lent extends object> {
  readonly #wrap: (lent: Lent) => Preparable;
  readonly #known = new WeakMap<Lent, ServerConnection>();

  constructor(wrap: (lent: Lent) => Preparable) {
    this.#wrap = wrap;
  }

  /** The connection of what was lent; a new one is set up first, and closed if that fails. */
  get(lent: Lent): ServerConnection | Promise<ServerConnection> {
    return this.#known.get(lent) ?? this.#prepare(lent);
  }

  async #prepare(lent: Lent): Promise<ServerConnection> {
    const connection = this.#wrap(lent);
    try {
      await connection.prepare();
    } catch (error) {
      connection.release(true);
      throw error;
    }
    this.#known.set(lent, connection);
    return connection;
  }
}
