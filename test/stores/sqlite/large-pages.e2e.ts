import { join } from 'node:path';
import { largePages } from '../large-pages.ts';

largePages('SQLite', (folder) => `sqlite:${join(folder(), 'app.sqlite3')}`);
