import { join } from 'node:path';
import { freePort } from '../../test/free-port.ts';
import { makeFolder, run, serve, stop } from './own-server.ts';
import type { Logged, LoggedDatabase } from './prove-order.ts';

const USER = 'mysql';

/** A MariaDB of its own with a binary log of rows. */
export async function binlog(): Promise<LoggedDatabase> {
  const folder = makeFolder(USER);
  const data = join(folder, 'data');
  run(USER, 'mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const port = await freePort();
  const args = [
    ...[
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
    ],
    ...['--log-bin=log', '--binlog-format=ROW', '--innodb-flush-log-at-trx-commit=0'],
  ];
  const server = await serve(USER, '/usr/sbin/mariadbd', args, port);
  run(USER, 'mariadb', [
    '--no-defaults',
    '-h',
    '127.0.0.1',
    '-P',
    String(port),
    '-u',
    'root',
    '-e',
    'create database proof',
  ]);
  return {
    url: `mysql://root@127.0.0.1:${port}/proof`,
    read: async () =>
      parse(
        run(USER, 'mariadb-binlog', ['--no-defaults', '-v', '--base64-output=DECODE-ROWS', join(data, 'log.000001')]),
      ),
    stop: () => stop(server, folder),
  };
}

// --- internal ---

const ACTIONS = { INSERT: 'create', UPDATE: 'update', DELETE: 'delete' } as const;

/** `### UPDATE `proof`.`post``, then `### WHERE` or `### SET`, and `###   @1=7`, the first column. */
function parse(text: string): Logged[] {
  const logged: Logged[] = [];
  let open: { table: string; action: Logged['action'] } | undefined;
  for (const line of text.split('\n')) {
    const [, action, table] = /^### (INSERT INTO|UPDATE|DELETE FROM) `proof`\.`(\w+)`/.exec(line) ?? [];
    if (action !== undefined && table !== undefined) {
      open = { table, action: ACTIONS[action.split(' ')[0] as keyof typeof ACTIONS] };
    }
    const [, key] = /^### {3}@1=(\d+)/.exec(line) ?? [];
    if (open !== undefined && key !== undefined) {
      logged.push({ ...open, key });
      open = undefined;
    }
  }
  return logged;
}
