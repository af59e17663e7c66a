import type { Relation } from '@rest-gen/model/core';
import type { Included } from '../contracts/resource.ts';
import { resourceError } from '../errors.ts';

/** How many records an answer can have for each of its own records, that one counted. A number of records is none. */
export function recordsWith(included: readonly Included[]): number {
  let records = 1;
  for (const { relation, nested } of included) {
    if (relation.kind !== 'count') records += mostOf(relation) * recordsWith(nested);
  }
  return records;
}

/**
 * Refuse an answer that could have too many records, before the store is asked.
 *
 * @param records - of the page, or those of a write
 * @param parameter - what the client may change: the size of the page, or what is included
 * @throws {HttpError} 400 `E_BUDGET` with the arithmetic: `20 records × (1 + 20 comments × (1 + 1 author)) = 820`
 */
export function checkBudget(
  records: number,
  included: readonly Included[],
  maxRecords: number,
  parameter: 'pageSize' | 'include',
): void {
  if (included.length === 0) return;
  const each = recordsWith(included);
  if (each === 1 || records * each <= maxRecords) return;
  const fitting = Math.floor(maxRecords / each);
  const isPage = parameter === 'pageSize' && fitting > 0;
  const advice = isPage ? `ask for pageSize=${fitting}` : fitting > 0 ? `send ${fitting} at once` : 'include less';
  const total = `${records} ${records === 1 ? 'record' : 'records'}${writeFactor(included)} = ${records * each}`;
  throw resourceError(
    'E_BUDGET',
    `An answer may have ${maxRecords} records, and this one could have more: ${total}; ${advice}.`,
    {
      extra: { parameter: isPage ? 'pageSize' : 'include' },
    },
  );
}

// --- internal ---

function mostOf({ kind, max }: Relation): number {
  return kind === 'many' ? max : 1;
}

/** ` × (1 + 20 comments × (1 + 1 author))`; empty where nothing is included that has records. */
function writeFactor(included: readonly Included[]): string {
  const parts = included
    .filter(({ relation }) => relation.kind !== 'count')
    .map(({ name, relation, nested }) => `${mostOf(relation)} ${name}${writeFactor(nested)}`);
  return parts.length === 0 ? '' : ` × (1 + ${parts.join(' + ')})`;
}
