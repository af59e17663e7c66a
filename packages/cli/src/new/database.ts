/** The database of a new project; `none` for a project without models. */
export type Database = 'sqlite' | 'postgres' | 'mysql' | 'none';

export const DATABASES: readonly Database[] = ['sqlite', 'postgres', 'mysql', 'none'];

/** The driver of a database and its version range. */
export const DRIVERS: Readonly<Record<Database, Readonly<Record<string, string>>>> = {
  sqlite: {},
  postgres: { pg: '^8.16.0' },
  mysql: { mysql2: '^3.24.5' },
  none: {},
};

/** The default address: a database on this machine, named like the project. */
export function databaseUrl(database: Exclude<Database, 'none'>, project: string): string {
  const name = project.replace(/[^a-z0-9]+/g, '_');
  switch (database) {
    case 'sqlite':
      return 'sqlite:./data/app.sqlite3';
    case 'postgres':
      return `postgres://postgres:postgres@localhost:5432/${name}`;
    case 'mysql':
      return `mysql://root:root@localhost:3306/${name}`;
  }
}
