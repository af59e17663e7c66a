import { parseArgs } from 'node:util';
import { contestants } from './contestants.js';
import { DATABASES } from './databases.js';
import { REQUESTS } from './requests.js';

/**
 * Read the command line.
 *
 * - `--db sqlite,postgres`, of `sqlite,postgres,mariadb`; `--work get,list,post`; `--only fastify,ours`
 * - `--rows 100000`; `--rounds 7`; `--requests 6000`: to a server in a round, after 3,000 that are not measured
 * - `--after-transaction`: rest-gen runs one transaction before it listens. From the first use of `AsyncLocalStorage` on, promises cost more on Node 20.
 * - `--profile <folder>`: no comparison; writes a CPU profile of each of `--only` for each `--db` and `--work`
 * - `--write`: write the results into the pages
 *
 * @throws {Error} that lists what there is when a name is not known
 */
export function readOptions(args) {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({
    args,
    options: {
      ...{ db: text, work: text, only: text, rows: text, rounds: text, requests: text, profile: text },
      ...{ 'after-transaction': flag, write: flag },
    },
  });
  const names = contestants.map(({ name }) => name);
  return {
    databases: known('db', values.db ?? 'sqlite,postgres', DATABASES),
    work: known('work', values.work ?? 'get,list,post', Object.keys(REQUESTS)),
    only: known('only', values.only ?? names.join(','), names),
    rows: Number(values.rows ?? 100_000),
    rounds: Number(values.rounds ?? 7),
    requests: Number(values.requests ?? 6000),
    unmeasured: 3000,
    isAfterTransaction: values['after-transaction'],
    profile: values.profile,
    isWritten: values.write,
  };
}

// --- internal ---

function known(option, text, names) {
  const given = text.split(',').map((part) => part.trim());
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--${option} ${unknown}: there are ${names.join(', ')}.`);
  return given;
}
