import type { Column, Models, TableDescription, TableStructure } from '@rest-gen/model';

/**
 * Whether a table has no key: it has no primary key, and its column `id`, which is taken for one, is not unique or can be NULL.
 *
 * @param structure - that of a table; views have none
 */
export function isKeyless(
  { primaryKey, columns, unique }: TableDescription,
  structure: TableStructure | undefined,
): boolean {
  const [key] = primaryKey;
  if (key === undefined) return true;
  if (structure === undefined || primaryKey.length > 1 || key.toLowerCase() !== 'id') return false;
  return unique?.includes(key) === false || columns.get(key)?.nullable === true;
}

/**
 * Whether clients choose this column of a key: nothing counts it, and its default is a constant, if it has one. The models fill text without a value with a UUID,
 * which another key may replace.
 */
export function isChosen(column: Column, structure: TableStructure | undefined): boolean {
  const { name, hasDefault, length } = column;
  const { isFilledWithUuid, isCounted, nativeType } = column as StoredColumn;
  if (!hasDefault) return true;
  const fallback = structure?.columns.get(name)?.fallback;
  if (!isCounted && typeof fallback === 'object' && 'text' in fallback) return true;
  return isFilledWithUuid === true && nativeType !== 'uuid' && length !== 36;
}

/** Why the models refuse tables that have a key: they cannot compare it exactly. */
export async function findRefused(models: Models, tables: readonly TableDescription[]): Promise<Map<string, string>> {
  const reasons = await Promise.all(
    tables.map(({ name }) =>
      models
        .repository(name)
        .describe()
        .then(
          () => [],
          ({ message, hint = '' }: Error & { readonly hint?: string }) => [
            [name, `${message}. ${hint}`.trim()] as const,
          ],
        ),
    ),
  );
  return new Map(reasons.flat());
}

// --- internal ---

/** What descriptions of stores have besides. */
type StoredColumn = Column & {
  readonly isCounted?: boolean;
  readonly isFilledWithUuid?: boolean;
  readonly nativeType?: string;
};
