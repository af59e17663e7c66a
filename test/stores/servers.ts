import { connect } from 'node:net';

/** The servers that tests can need, where they are unless the environment names another place; without a database. */
const addresses = {
  postgres: process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432',
  mysql: process.env.REST_GEN_MYSQL ?? 'mysql://root@127.0.0.1:3306',
};

/** Who prepares what programs that are not ours have made, where the user of the tests has no SUPER. */
export const mysqlAdmin = process.env.REST_GEN_MYSQL_ADMIN;

export type ServerName = keyof typeof addresses;

/**
 * Say where a server for tests is.
 *
 * @returns its address, without a database; `undefined` when nobody listens there: leave the suite out then, one line has said so
 * @throws {Error} instead, when the environment says `REST_GEN_SERVERS=required`
 * @example
 * const server = await requireServer('postgres');
 * if (server !== undefined) describe('PostgreSQL', () => { … });
 */
export function requireServer(name: ServerName): Promise<string | undefined> {
  const known = found.get(name) ?? find(name);
  found.set(name, known);
  return known;
}

// --- internal ---

const found = new Map<ServerName, Promise<string | undefined>>();

async function find(name: ServerName): Promise<string | undefined> {
  const address = addresses[name];
  const { hostname, port } = new URL(address);
  if (process.env.REST_GEN_SERVERS === 'none') return undefined;
  if (await listens(hostname, Number(port))) return address;
  const message = `No ${name} server at ${hostname}:${port}`;
  if (process.env.REST_GEN_SERVERS === 'required') throw new Error(message);
  console.log(`${message}: its tests are left out.`);
  return undefined;
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
