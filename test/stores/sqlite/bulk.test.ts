import { describeBulk } from '../bulk-conformance.ts';

describeBulk('SQLite', () => 'sqlite::memory:');
