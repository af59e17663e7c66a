import { expect } from 'chai';
import { sql } from 'kysely';
import type { SqlQuery, SqlResult } from '../../../packages/model/src/sql/sql-client.ts';
import { describeTable } from '../../../packages/model/src/stores/mysql/describe-table.ts';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { prepareSession } from '../../../packages/model/src/stores/mysql/prepare-session.ts';

/** A server that answers as MySQL 8 does: what it is asked, and rows by what the question begins with or contains. */
function mysql8(answers: readonly (readonly [part: string, rows: SqlResult['rows']])[] = []): {
  query: SqlQuery;
  asked: string[];
} {
  const asked: string[] = [];
  const query: SqlQuery = async (text) => {
    const plain = text.replace(/\s+/g, ' ');
    asked.push(plain);
    if (plain.includes('version()')) return { rows: [{ version: '8.0.42' }] };
    return { rows: answers.find(([part]) => plain.includes(part))?.[1] ?? [] };
  };
  return { query, asked };
}

describe('MySQL 8, where it differs from MariaDB', () => {
  it('creates tables with its own collation', async () => {
    const { query, asked } = mysql8();
    await mysqlDialect.schema(query).createTable('post', (t) => {
      t.id();
      t.string('title').notNull().unique();
      t.json('meta');
      t.datetime('at').defaultNow();
      t.text('body').default('x').index();
      t.references('postId', 'post', { onDelete: 'cascade' });
    });
    expect(asked.at(-1)).to.equal(
      'create table `post` (' +
        [
          '`id` bigint not null auto_increment',
          '`title` varchar(255) character set utf8mb4 collate utf8mb4_0900_bin not null',
          '`meta` longtext character set utf8mb4 collate utf8mb4_0900_bin null check (json_valid(`meta`))',
          '`at` datetime(3) null default (utc_timestamp(3))',
          "`body` longtext character set utf8mb4 collate utf8mb4_0900_bin null default ('x')",
          '`postId` bigint null',
          'primary key (`id`)',
          'unique key `post_title_unique` (`title`)',
          'key `post_body_index` (`body`(191))',
          'key `post_postId_index` (`postId`)',
          'constraint `post_postId_foreign` foreign key (`postId`) references `post` (`id`) on delete cascade',
        ].join(', ') +
        ') engine = InnoDB default character set utf8mb4 collate utf8mb4_0900_bin',
    );
  });

  it('refuses long text that is unique, which it cannot index', async () => {
    const { query } = mysql8();
    const error = await mysqlDialect
      .schema(query)
      .createTable('t', (t) => t.text('body').unique())
      .catch((thrown: Error) => thrown);
    expect((error as Error).message).to.contain("t.string('body')");
  });

  it('reads what it says of a table', async () => {
    const facts = {
      nullable: 'NO',
      fallback: null,
      extra: '',
      expression: '',
      length: null,
      digits: null,
      scale: null,
      fraction: null,
    };
    const { query } = mysql8([
      [
        'from information_schema.columns',
        [
          { ...facts, name: 'id', type: 'bigint', declared: 'bigint', extra: 'auto_increment', digits: 19, scale: 0 },
          { ...facts, name: 'flag', type: 'tinyint', declared: 'tinyint(1)', fallback: '1' },
          { ...facts, name: 'meta', type: 'longtext', declared: 'longtext', nullable: 'YES', length: '4294967295' },
          { ...facts, name: 'own', type: 'json', declared: 'json', nullable: 'YES' },
          {
            ...facts,
            name: 'at',
            type: 'datetime',
            declared: 'datetime(3)',
            fallback: 'utc_timestamp(3)',
            extra: 'DEFAULT_GENERATED',
            fraction: 3,
          },
          { ...facts, name: 'sum', type: 'int', declared: 'int', extra: 'VIRTUAL GENERATED', expression: '(`id` + 1)' },
        ],
      ],
      [
        'from information_schema.statistics',
        [
          { name: 'PRIMARY', field: 'id', others: 0 },
          { name: 'post_a_b_unique', field: 'flag', others: 0 },
          { name: 'post_a_b_unique', field: 'at', others: 0 },
          { name: 'post_at_lower', field: 'at', others: '1' },
          { name: 'post_at_lower', field: null, others: '1' },
        ],
      ],
      ['from information_schema.check_constraints', [{ clause: 'json_valid(`meta`)' }]],
    ]);
    const { columns, primaryKey, indexFields, indexes } = await describeTable(query, 'post');
    expect(primaryKey).to.deep.equal(['id']);
    expect([...columns.values()].map(({ name, type, hasDefault }) => [name, type, hasDefault])).to.deep.equal([
      ['id', 'integer', true],
      ['flag', 'boolean', true],
      ['meta', 'json', false],
      ['own', 'json', false],
      ['at', 'datetime', true],
      ['sum', 'integer', true],
    ]);
    expect([...(indexFields ?? [])]).to.have.deep.members([
      ['PRIMARY', ['id']],
      ['post_a_b_unique', ['flag', 'at']],
    ]);
    expect(indexes).to.deep.equal([['id'], ['flag', 'at'], ['at']]);
  });

  it('reads a list as JSON from an ordered subquery', () => {
    const list = {
      values: [sql.id('c', 'id')],
      from: sql`c`,
      where: sql`c.a = p.id`,
      orderBy: sql`c.id desc`,
      limit: 3,
    };
    const table = { name: 'c', primaryKey: ['id'], columns: new Map(), isMariaDb: false };
    const { sql: text } = mysqlDialect.listAsJson(list, table).compile(mysqlDialect.compiler);
    expect(text.replace(/\s+/g, ' ')).to.equal(
      '(select coalesce(json_arrayagg(list.item), json_array()) from ( ' +
        'select json_array(`c`.`id`) as item from c where c.a = p.id order by c.id desc limit 3) as list)',
    );
  });

  it('has another name and unit for the limit of time', async () => {
    const { query, asked } = mysql8();
    const settings8 = { statementTimeout: 4_000, patience: 2_500, mustWrite: false };
    await prepareSession((text) => query(text, []), settings8);
    const settings = asked.find((text) => text.startsWith('set names')) ?? '';
    expect(settings).to.contain('max_execution_time = 5000').and.to.contain('innodb_lock_wait_timeout = 3');
    expect(settings).not.to.contain('max_statement_time');
  });
});
