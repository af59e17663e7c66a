import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The statements of the request that runs, and how many of them the database has not answered. */
const running = { texts: [], open: 0, isCounting: true };

/** Clients whose statements belong to the recorder. */
export const uncounted = new WeakSet();

/** What a connection asks when it is new, or when it has been idle for a while: this depends on the time, not on the request. */
const OF_CONNECTIONS =
  /^\s*(?:select set_config\(|set (?:session|names|@@|time_zone|sql_mode)|select 1$|select @@|kill query)/i;

/** What is asked once, when a process begins, or once in a while: tables, pending migrations, and keys that have expired. */
const OF_PROCESSES =
  /information_schema|\bpg_\w+\b|sqlite_schema|\bpragma_|rest_gen_migrations|from .idempotency_key. where .locked_until. < /i;

/** @returns {string[]} the statements since the last call, when all of them are answered and none follows */
export async function takeStatements() {
  for (let quiet = 0; quiet < 3; quiet = running.open === 0 && running.seen === running.texts.length ? quiet + 1 : 0) {
    running.seen = running.texts.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return running.texts.splice(0);
}

/** @param {() => T} work - is not counted; synchronous @template T @returns {T} */
export function withoutCounting(work) {
  running.isCounting = false;
  try {
    return work();
  } finally {
    running.isCounting = true;
  }
}

/**
 * Count what the driver of a store sends: it is patched before the models load it.
 *
 * @param {string} base - where the version is installed
 * @param {'sqlite' | 'postgres' | 'mysql'} store
 */
export function countStatements(base, store) {
  const load = createRequire(join(base, 'package.json'));
  if (store === 'sqlite') patchSqlite(load);
  else if (store === 'postgres') patchPostgres(load('pg'));
  else patchMysql(load('mysql2'));
}

// --- internal ---

function note(text) {
  if (running.isCounting && !OF_CONNECTIONS.test(text) && !OF_PROCESSES.test(text)) running.texts.push(text);
}

/** The methods of this driver cannot be replaced, so the module gets another class. */
function patchSqlite(load) {
  const name = '@photostructure/sqlite';
  const driver = load(name);
  class CountedDatabase extends driver.DatabaseSync {
    exec(text) {
      if (!/^\s*pragma/i.test(text)) note(text);
      return super.exec(text);
    }
    prepare(text, ...rest) {
      const statement = super.prepare(text, ...rest);
      for (const method of ['run', 'get', 'all', 'iterate']) {
        const value = (...values) => {
          note(text);
          return driver.StatementSync.prototype[method].apply(statement, values);
        };
        Object.defineProperty(statement, method, { value });
      }
      return statement;
    }
  }
  load.cache[load.resolve(name)].exports = { ...driver, DatabaseSync: CountedDatabase };
}

function patchPostgres({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (config, ...rest) {
    if (uncounted.has(this)) return query.call(this, config, ...rest);
    note(typeof config === 'string' ? config : config.text);
    if (typeof config?.callback === 'function') {
      const { callback } = config;
      running.open += 1;
      config.callback = (...results) => {
        running.open -= 1;
        return callback(...results);
      };
    }
    return query.call(this, config, ...rest);
  };
}

function patchMysql({ Connection }) {
  let prototype = Connection.prototype;
  while (!Object.hasOwn(prototype, 'execute')) prototype = Object.getPrototypeOf(prototype);
  for (const name of ['query', 'execute']) {
    const original = prototype[name];
    prototype[name] = function (text, ...rest) {
      if (uncounted.has(this)) return original.call(this, text, ...rest);
      note(typeof text === 'string' ? text : (text.sql ?? ''));
      const callback = rest.at(-1);
      if (typeof callback !== 'function') return original.call(this, text, ...rest);
      running.open += 1;
      const done = (...results) => {
        running.open -= 1;
        return callback(...results);
      };
      return original.call(this, text, ...rest.slice(0, -1), done);
    };
  }
}
