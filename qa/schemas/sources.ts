import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
// @ts-expect-error: a script has no declarations
import { run } from '../../scripts/run.js';
import type { Store } from './databases.ts';

/** Where a package has the SQL of a store. */
interface Place {
  readonly package: string;
  readonly files: readonly string[];
}

/** A schema of another project, as a Debian package ships it. */
export interface Source {
  readonly name: string;
  /** Runs in `.ci/run`, too. */
  readonly isQuick?: boolean;
  readonly sqlite?: Place;
  readonly postgres?: Place;
  readonly mysql?: Place;
  /** The SQL for MySQL is for MariaDB only: it uses words that MySQL 8 has reserved. */
  readonly isForMariadb?: boolean;
}

const at = (name: string, ...files: string[]): Place => ({ package: name, files });
const dbconfig = (name: string, store: string) => at(name, `usr/share/dbconfig-common/data/${name}/install/${store}`);

export const SOURCES: readonly Source[] = [
  {
    name: 'roundcube',
    isQuick: true,
    sqlite: at('roundcube-core', 'usr/share/roundcube/SQL/sqlite.initial.sql'),
    postgres: at('roundcube-core', 'usr/share/roundcube/SQL/postgres.initial.sql'),
    mysql: at('roundcube-core', 'usr/share/roundcube/SQL/mysql.initial.sql'),
  },
  {
    name: 'pdns',
    isQuick: true,
    sqlite: at('pdns-backend-sqlite3', 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'),
    postgres: at('pdns-backend-pgsql', 'usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql'),
    mysql: at('pdns-backend-mysql', 'usr/share/pdns-backend-mysql/schema/schema.mysql.sql'),
  },
  {
    name: 'bacula',
    sqlite: dbconfig('bacula-director-sqlite3', 'sqlite3'),
    postgres: dbconfig('bacula-director-pgsql', 'pgsql'),
    mysql: dbconfig('bacula-director-mysql', 'mysql'),
  },
  {
    name: 'prelude',
    sqlite: at('libpreludedb7-sqlite', 'usr/share/libpreludedb/classic/sqlite.sql'),
    postgres: at('libpreludedb7-pgsql', 'usr/share/libpreludedb/classic/pgsql.sql'),
    mysql: at('libpreludedb7-mysql', 'usr/share/libpreludedb/classic/mysql.sql'),
  },
  {
    name: 'ejabberd',
    sqlite: at('ejabberd', 'usr/share/ejabberd/sql/lite.sql'),
    postgres: at('ejabberd', 'usr/share/ejabberd/sql/pg.sql'),
    mysql: at('ejabberd', 'usr/share/ejabberd/sql/mysql.sql'),
  },
  {
    name: 'request-tracker',
    isForMariadb: true,
    sqlite: at('request-tracker5', 'usr/share/request-tracker5/etc/schema.SQLite'),
    postgres: at('request-tracker5', 'usr/share/request-tracker5/etc/schema.Pg'),
    mysql: at('request-tracker5', 'usr/share/request-tracker5/etc/schema.mysql'),
  },
  {
    name: 'mediawiki',
    sqlite: at('mediawiki', 'usr/share/mediawiki/maintenance/sqlite/tables-generated.sql'),
    postgres: at('mediawiki', 'usr/share/mediawiki/maintenance/postgres/tables-generated.sql'),
    mysql: at('mediawiki', 'usr/share/mediawiki/maintenance/tables-generated.sql'),
  },
  {
    name: 'freeradius',
    sqlite: at('freeradius-config', 'etc/freeradius/3.0/mods-config/sql/main/sqlite/schema.sql'),
    postgres: at('freeradius-config', 'etc/freeradius/3.0/mods-config/sql/main/postgresql/schema.sql'),
    mysql: at('freeradius-config', 'etc/freeradius/3.0/mods-config/sql/main/mysql/schema.sql'),
  },
  {
    name: 'icinga',
    postgres: at('icinga2-ido-pgsql', 'usr/share/icinga2-ido-pgsql/schema/pgsql.sql'),
    mysql: at('icinga2-ido-mysql', 'usr/share/icinga2-ido-mysql/schema/mysql.sql'),
  },
  { name: 'cacti', mysql: at('cacti', 'usr/share/cacti/conf_templates/cacti.sql') },
  { name: 'phpmyadmin', mysql: at('phpmyadmin', 'usr/share/phpmyadmin/sql/create_tables.sql') },
  {
    name: 'zabbix',
    sqlite: at('zabbix-proxy-sqlite3', 'usr/share/zabbix-proxy-sqlite3/schema.sql.gz'),
    postgres: zabbix('pgsql'),
    mysql: zabbix('mysql'),
  },
];

/** The SQL of a source for a store. */
export function readSource(source: Source, store: Store, directory: string): string[] | undefined {
  const place = source[store === 'mariadb' ? 'mysql' : store];
  if (place === undefined || (source.isForMariadb && store === 'mysql')) return undefined;
  const root = unpack(place.package, directory);
  return place.files.map((file) => readText(join(root, file)));
}

/** 300 tables, for the time of `migrate --pull` and of the start. */
export function manyTables(): string[] {
  const table = (
    number: number,
  ) => `create table t${number} (id integer primary key, name varchar(80) not null, note text, score int,
    made_at timestamp, ${number === 0 ? 'parent_id integer' : `parent_id integer references t${number - 1} (id)`})`;
  return [Array.from({ length: 300 }, (_, number) => table(number)).join(';\n')];
}

// --- internal ---

function zabbix(store: string): Place {
  const files = ['schema', 'images', 'data'].map((name) => `usr/share/zabbix-server-${store}/${name}.sql.gz`);
  return at(`zabbix-server-${store}`, ...files);
}

/** Download a Debian package and unpack it. */
function unpack(name: string, directory: string): string {
  const root = join(directory, name);
  try {
    mkdirSync(root, { recursive: false });
  } catch {
    return root;
  }
  try {
    run('apt-get', ['download', '-qq', name], { cwd: root });
  } catch {
    // The list of packages is missing or too old.
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['download', '-qq', name], { cwd: root });
  }
  const [file] = readdirSync(root).filter((one) => one.endsWith('.deb'));
  run('dpkg-deb', ['-x', file as string, '.'], { cwd: root });
  return root;
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return (
    text
      .replace(file.endsWith('.SQLite') ? /#.*$/gm : /^#.*$/gm, '')
      // The database is one of this program.
      .replace(/^(?:create database [^;]*|use \w+);$/gim, '')
      // MySQL 8 has no such mode, but the script of Cacti takes 9.7.0 for an older one than 8.0.11.
      .replace('NO_AUTO_CREATE_USER,', '')
  );
}
