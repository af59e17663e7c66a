import { createServer } from 'node:http';
import { listen } from '../../http/contestants/shared/listen.js';
import { openStore } from './shared/open-store.js';

// Every request adds 1,000 records by one statement, whatever it sends, and tells how many the database has returned.

const store = await openStore(process.env.DATABASE_URL);
const values = Array.from({ length: 1000 }, (_, index) => [`Number ${index}`, 'World, this is a text', index]).flat();
const addAll = store.prepareBulk(values.length / 3);
const server = createServer(async (_, res) => {
  const rows = await addAll(values);
  res.statusCode = 201;
  res.end(String(rows.length));
});
listen(server);
