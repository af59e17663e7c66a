import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STORES } from '../../model/test/each-store.ts';
import { proveEquality } from './prove-equality.ts';

/** Servers that are killed, one after the other. */
const ROUNDS = Number(process.env.CHANGES_ROUNDS ?? 2);

describe('streams of servers that are killed', function () {
  this.timeout(60_000 + ROUNDS * 5_000);

  for (const [name, make] of STORES) {
    it(`are equal to the list on ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rest-gen-changes-'));
      const database = await make();
      const store = name === 'sqlite' ? `sqlite:${folder}/board.sqlite3` : database.url;
      try {
        await proveEquality([store], ROUNDS, Number(process.env.SEED ?? Date.now() % 1_000_000));
      } finally {
        await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
