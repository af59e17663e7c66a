// `pnpm qa changes`: what streams of changes promise, against what others say of the same writes. Ends with 1 when something does not hold.
import '../../packages/logic/src/index.ts';
import { proveEquality } from '../../packages/changes/test/prove-equality.ts';
import { Galera } from '../cluster/galera.ts';
import { binlog } from './binlog.ts';
import { logicalDecoding } from './logical-decoding.ts';
import { proveOrder } from './prove-order.ts';

const ROUNDS = Number(process.env.CHANGES_ROUNDS ?? 10);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const CHECKS: Record<string, () => Promise<void>> = {
  'order postgres': () => proveOrder('PostgreSQL, against test_decoding', logicalDecoding, SEED),
  'order mariadb': () => proveOrder('MariaDB, against its binary log', binlog, SEED),
  galera: async () => {
    const galera = await Galera.start();
    try {
      await proveEquality([galera.url(1, 2, 3), galera.url(2, 3, 1), galera.url(3, 1, 2)], ROUNDS, SEED);
    } finally {
      await galera.stop();
    }
  },
  mysql: async () => {
    const { MYSQL_URL } = process.env;
    if (MYSQL_URL === undefined) console.log('  left out: MYSQL_URL names no empty database of a MySQL server');
    else await proveEquality([MYSQL_URL, MYSQL_URL], ROUNDS, SEED);
  },
};

const names = process.argv.slice(2);
for (const [name, check] of Object.entries(CHECKS)) {
  if (names.length > 0 && !names.some((one) => name.includes(one))) continue;
  const begin = Date.now();
  try {
    await check();
    console.log(`✔ ${name} (${((Date.now() - begin) / 1_000).toFixed(1)} s, seed ${SEED})`);
  } catch (error) {
    console.error(`✘ ${name} (seed ${SEED})`, error);
    process.exitCode = 1;
  }
}
process.exit();
