// One version of an application as a process. The parent says which by `PARITY`, and drives it by messages.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replaceDate, setClock } from './clock.js';
import { replaceRandomUuid } from './fixed-ids.js';
import { countStatements, takeStatements } from './statements.js';
import { digest, openTables } from './tables.js';

/** @typedef {{ base: string, directory: string, store: 'sqlite' | 'postgres' | 'mysql', url: string, seed: string, clock: number }} Settings */

/** @type {Settings} */
const { base, directory, store, url, seed, clock } = JSON.parse(process.env.PARITY);
setClock(clock);
replaceDate();
replaceRandomUuid();
countStatements(base, store);

const load = async (path) => (await import(pathToFileURL(path))).default;
const models = await load(join(directory, 'src/config/model.js'));
await models.migrate();
const tables = await openTables(base, store, url);
const fill = await load(seed);
await models.transaction(fill);
await takeStatements();

/** Each takes what the parent sent and gives the answer. */
const ORDERS = {
  /** A request has been answered: count its statements, read the tables if it may have written, and set the time of the next one. */
  async settle({ mustRead, next }) {
    const statements = await takeStatements();
    const hasWritten = statements.some((text) => /\b(?:insert|update|delete|replace)\b/i.test(text));
    const answer = { statements, ...((mustRead || hasWritten) && digest(await tables.read())) };
    setClock(next);
    return answer;
  },
  rows: () => tables.read(),
  digest: async () => digest(await tables.read()),
  async reset() {
    await tables.empty();
    await models.transaction(fill);
    await takeStatements();
    return digest(await tables.read());
  },
};

process.on('message', async ({ order, ...rest }) => {
  try {
    process.send({ result: await ORDERS[order](rest) });
  } catch (error) {
    process.send({ error: error.stack });
  }
});
// The parent has ended without a word.
process.once('disconnect', () => process.exit());

// Listens, and prints its address.
await load(join(directory, 'src/app.js'));
