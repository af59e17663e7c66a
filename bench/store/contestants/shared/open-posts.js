import { sqliteDriver } from './open-store.js';

/**
 * A page of posts with their authors and comments, as people write it by hand; all statements are prepared once.
 *
 * @param url - `sqlite:`, `postgres:` or `mysql:`
 * @returns `json()`: one statement, in which the database builds JSON; `batched()`: three statements, whose rows are joined here
 */
export async function openPosts(url) {
  const { run, parse, ...dialect } = await STORES[new URL(url).protocol](url);
  const one = writeJson(dialect);
  const json = async () => {
    const rows = await run('json', one, [PAGE]);
    if (parse) {
      for (const row of rows) {
        row.author = parse(row.author);
        row.comments = parse(row.comments);
      }
    }
    return rows;
  };
  const [list, byId, byPost] = [
    `select ${POST} from post order by id limit ${dialect.mark}`,
    `select ${AUTHOR} from author where id ${dialect.among}`,
    `select ${COMMENT} from comment where post_id ${dialect.among} order by id`,
  ];
  const batched = async () => {
    const posts = await run('list', list, [PAGE]);
    const authors = new Map();
    const comments = new Map();
    for (const post of posts) {
      post.comments = [];
      comments.set(post.id, post.comments);
    }
    // One after the other: on one connection they could not run side by side.
    const ids = posts.map((post) => post.author_id);
    for (const author of await run('authors', byId, dialect.listed(ids))) authors.set(author.id, author);
    for (const comment of await run('comments', byPost, dialect.listed(posts.map((post) => post.id)))) {
      comments.get(comment.post_id).push(comment);
    }
    for (const post of posts) post.author = authors.get(post.author_id) ?? null;
    return posts;
  };
  return { json, batched };
}

// --- internal ---

const PAGE = 20;
const TIMES = ['created_at', 'updated_at'];
const POST = ['id', 'title', 'body', 'views', 'author_id', ...TIMES];
const AUTHOR = ['id', 'name', ...TIMES];
const COMMENT = ['id', 'post_id', 'author_id', 'text', ...TIMES];
const MARKS = Array.from({ length: PAGE }, () => '?').join();

const STORES = {
  'sqlite:': async (url) => {
    const { DatabaseSync } = await import(sqliteDriver());
    const database = new DatabaseSync(url.slice('sqlite:'.length));
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    const statements = new Map();
    return {
      run: (name, text, values) => {
        if (!statements.has(name)) statements.set(name, database.prepare(text));
        return statements.get(name).all(...values);
      },
      parse: JSON.parse,
      mark: '?',
      among: `in (${MARKS})`,
      listed: (ids) => ids,
      object: 'json_object',
      list: (object, rows, order) => `(select json_group_array(${object} order by ${order}) ${rows})`,
      time: (column) => column,
    };
  },
  'postgres:': async (url) => {
    const { default: pg } = await import('pg');
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    return {
      run: async (name, text, values) => (await pool.query({ name, text, values })).rows,
      mark: '$1',
      among: '= any($1)',
      listed: (ids) => [ids],
      object: 'json_build_object',
      list: (object, rows, order) => `(select coalesce(json_agg(${object} order by ${order}), '[]') ${rows})`,
      time: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    };
  },
  'mysql:': async (url) => {
    const { default: mysql } = await import('mysql2/promise');
    const pool = mysql.createPool({ uri: url, connectionLimit: 10, timezone: 'Z' });
    return {
      run: async (_, text, values) => (await pool.execute(text, values))[0],
      parse: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
      mark: '?',
      among: `in (${MARKS})`,
      listed: (ids) => ids,
      object: 'json_object',
      list: (object, rows, order) =>
        `(select coalesce(json_arrayagg(${object} order by ${order}), json_array()) ${rows})`,
      time: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s.000Z')`,
    };
  },
};

function writeJson({ object, list, time, mark }) {
  const shown = (columns, table) =>
    columns.map((name) => `'${name}', ${TIMES.includes(name) ? time(`${table}.${name}`) : `${table}.${name}`}`);
  const author = `(select ${object}(${shown(AUTHOR, 'a').join()}) from author a where a.id = p.author_id)`;
  const comments = list(`${object}(${shown(COMMENT, 'c').join()})`, 'from comment c where c.post_id = p.id', 'c.id');
  const columns = POST.map((name) => `p.${name}`).join();
  return `select ${columns}, ${author} as author, ${comments} as comments from post p order by p.id limit ${mark}`;
}
