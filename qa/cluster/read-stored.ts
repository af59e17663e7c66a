import { createModels, type Models } from '@rest-gen/model';
import type { Stored } from './check.ts';

/** Read everything that a node holds. @param url - names this node alone */
export async function readStored(url: string): Promise<Stored> {
  const models = createModels(url);
  try {
    return {
      entries: await readNames(models, 'entry'),
      payments: await readNames(models, 'payment'),
      counters: await readValues(models, 'counter'),
      notes: await readValues(models, 'note'),
    };
  } finally {
    await models.close();
  }
}

// --- internal ---

async function readNames(models: Models, table: string): Promise<string[]> {
  const rows = await models.model(table).field('name').select();
  return rows.map(({ name }) => String(name));
}

async function readValues(models: Models, table: string): Promise<Map<string, number>> {
  const rows = await models.model(table).select();
  return new Map(rows.map(({ id, value }) => [`/${table}/${id}`, Number(value)]));
}
