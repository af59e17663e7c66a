import { createModels } from '../../../packages/model/src/index.ts';
import { describeSoftDelete, softDeleteMigrations } from '../writes/soft-delete.ts';

describeSoftDelete('SQLite', async () =>
  createModels('sqlite::memory:', { migrations: softDeleteMigrations, autoMigrate: true }),
);
