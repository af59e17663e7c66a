/**
 * The statements that people write by hand: prepared once, exactly one for each request.
 *
 * @param url - `sqlite:`, `postgres:` or `mysql:`
 * @returns `find(id)`, `list()` and `add(values)`; `prepareBulk(count)`, a function that adds as many records, whose values it takes one after the other;
 *   all give promises, except on SQLite
 */
export async function openStore(url) {
  return STORES[new URL(url).protocol](url);
}

/** The columns, in the order of the answers. */
export const COLUMNS = ['id', 'title', 'body', 'views', 'created_at', 'updated_at'];

/** The driver that our models take: that of Node where it is stable. */
export function sqliteDriver() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 25 || (major === 24 && minor >= 15) ? 'node:sqlite' : '@photostructure/sqlite';
}

// --- internal ---

const LIST = COLUMNS.join(', ');
const PAGE = 20;

const STORES = {
  'sqlite:': async (url) => {
    const { DatabaseSync } = await import(sqliteDriver());
    const database = new DatabaseSync(url.slice('sqlite:'.length));
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    const find = database.prepare(`select ${LIST} from post where id = ?`);
    const list = database.prepare(`select ${LIST} from post order by id limit ?`);
    const add = database.prepare(insertOf(1, () => '?'));
    return {
      // Its statements do not keep it from being collected, which closes it.
      database,
      find: (id) => find.get(id),
      list: () => list.all(PAGE),
      add: ({ title, body = null, views }) => add.get(title, body, views),
      prepareBulk: (count) => {
        const bulk = database.prepare(insertOf(count, () => '?'));
        return (values) => bulk.all(...values);
      },
    };
  },
  'postgres:': async (url) => {
    const { default: pg } = await import('pg');
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    const run = async (name, text, values) => (await pool.query({ name, text, values })).rows;
    const find = `select ${LIST} from post where id = $1`;
    const list = `select ${LIST} from post order by id limit $1`;
    const add = insertOf(1, (index) => `$${index + 1}`);
    return {
      find: async (id) => (await run('find', find, [id]))[0],
      list: () => run('list', list, [PAGE]),
      add: async ({ title, body = null, views }) => (await run('add', add, [title, body, views]))[0],
      prepareBulk: (count) => {
        const bulk = insertOf(count, (index) => `$${index + 1}`);
        return (values) => run('bulk', bulk, values);
      },
    };
  },
  'mysql:': async (url) => {
    const { default: mysql } = await import('mysql2/promise');
    const pool = mysql.createPool({ uri: url, connectionLimit: 10, timezone: 'Z' });
    const run = async (text, values) => (await pool.execute(text, values))[0];
    const find = `select ${LIST} from post where id = ?`;
    const list = `select ${LIST} from post order by id limit ?`;
    const add = insertOf(1, () => '?');
    return {
      find: async (id) => (await run(find, [id]))[0],
      list: () => run(list, [PAGE]),
      add: async ({ title, body = null, views }) => (await run(add, [title, body, views]))[0],
      prepareBulk: (count) => {
        const bulk = insertOf(count, () => '?');
        return (values) => run(bulk, values);
      },
    };
  },
};

/** The statement that adds `count` records; `mark` writes a parameter by its position. */
function insertOf(count, mark) {
  const rows = Array.from({ length: count }, (_, row) => `(${[0, 1, 2].map((at) => mark(row * 3 + at)).join(', ')})`);
  return `insert into post (title, body, views) values ${rows.join(', ')} returning ${LIST}`;
}
