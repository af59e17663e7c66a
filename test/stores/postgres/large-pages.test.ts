import { largePages } from '../large-pages.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  const databases: TestDatabase[] = [];
  after(() => Promise.all(databases.map((database) => database.drop())));
  const open = async (): Promise<string> => {
    const database = await createDatabase(server);
    databases.push(database);
    return database.url;
  };
  largePages('PostgreSQL', open);
}
