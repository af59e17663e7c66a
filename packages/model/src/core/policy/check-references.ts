import type { ModelProvider, RequestOptions } from '../provider.ts';
import { isMissing, requireRecords } from '../require-records.ts';
import type { Description, Row } from '../types.ts';
import type { Access } from './access.ts';
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
    if (list.every((row) => isMissing(row[reference.column]))) continue;
    const target = access.find(reference.table);
    const decision = target?.decide('read');
    if (target === undefined || decision === undefined || allowsEverything(decision)) continue;
    const repository = models.repository(target.table, options);
    const conditions = decision !== false && readDecision(decision, await repository.describe(), target);
    await requireRecords(list, reference, () => repository, conditions);
  }
}
