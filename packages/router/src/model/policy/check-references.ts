import { DataError, isDataError } from '../data-error.ts';
import type { ModelProvider, RequestOptions } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, ForeignKey, Row, Scalar } from '../types.ts';
import type { Access, TableAccess } from './access.ts';
import { allowsEverything } from './decide.ts';
import { readDecision } from './restrict-relations.ts';

/**
 * Refuse values of foreign keys that name a record which the user may not read, as if it did not exist.
 *
 * A table without a policy is not looked at: no request reaches its records, and its foreign key is checked by the database.
 *
 * @param list - the values to write, without those that policies set
 * @throws {DataError} `invalid_value`, with the field and its value
 */
export async function checkReferences(
  list: readonly Row[],
  { foreignKeys = [] }: Description,
  access: Access,
  models: ModelProvider,
  options: RequestOptions | undefined,
): Promise<void> {
  for (const reference of foreignKeys) {
    const values = list.map((row) => row[reference.column]);
    if (values.every(isMissing)) continue;
    const target = access.find(reference.table);
    if (target !== undefined) await checkReference(reference, values, target, models, options);
  }
}

// --- internal ---

async function checkReference(
  { column, key }: ForeignKey,
  values: readonly unknown[],
  target: TableAccess,
  models: ModelProvider,
  options: RequestOptions | undefined,
): Promise<void> {
  const decision = target.decide('read');
  if (allowsEverything(decision)) return;
  const named = new Map(values.filter((value) => !isMissing(value)).map((value) => [String(value), value]));
  const found = decision === false ? [] : await findKeys(key, [...named.values()]);
  // A database may show a key in another form than it was sent; then the number decides.
  if (found.length >= named.size) return;
  const shown = new Set(found.map((row) => String(row[key])));
  const index = values.findIndex((value) => !isMissing(value) && !shown.has(String(value)));
  throw new DataError('invalid_value', `There is no record that "${column}" could refer to`, {
    field: column,
    value: values[index],
    ...(values.length > 1 && { index }),
  });

  async function findKeys(name: string, keys: unknown[]): Promise<Row[]> {
    const repository = models.repository(target.table, options);
    const conditions = readDecision(decision, await repository.describe(), target);
    try {
      const where = restricted({ [name]: keys as Scalar[] } as Filter, conditions);
      return await repository.findMany({ where, fields: [name] });
    } catch (error) {
      // The column cannot hold such a value: there is no such record.
      if (isDataError(error) && error.code === 'invalid_filter') return [];
      throw error;
    }
  }
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}
