import { largePages } from '../large-pages.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  const databases: TestDatabase[] = [];
  after(() => Promise.all(databases.map((database) => database.drop())));
  const open = async (): Promise<string> => {
    const database = await makeDatabase(server);
    databases.push(database);
    return database.url;
  };
  largePages('MariaDB', open);
}
