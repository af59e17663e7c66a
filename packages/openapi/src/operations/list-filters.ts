import type { Column, RelationDescription } from '@rest-gen/router';
import { type OperationContext, pathNames } from './context.ts';

/** A field that a list can be filtered by. */
export type FilterField = Pick<Column, 'name' | 'type'>;

/** The fields that a list can be filtered by: visible columns, fields of related records (`author.name`), numbers of records. */
export function filterFields(context: OperationContext): FilterField[] {
  const { record, controller } = context;
  // The path sets the parent already.
  const fixed = pathNames(context);
  const own = (record.columns ?? []).filter(({ name }) => !fixed.has(name));
  // Brackets in a name would be read as an operator.
  return [...own, ...relatedFields(controller.relations, false)].filter(
    ({ name }) => !/[[\]]/.test(name) && isAllowed(name, controller.statics.filterable, record),
  );
}

/** The names of the fields that a list can be sorted by: a list of related records has no order. */
export function sortNames({ record, controller }: OperationContext): string[] {
  return [...(record.columns ?? []), ...relatedFields(controller.relations, true)]
    .filter(({ name, type }) => type !== 'json' && isAllowed(name, controller.statics.sortable, record))
    .map(({ name }) => name);
}

// --- internal ---

function relatedFields(relations: readonly RelationDescription[], isSort: boolean): FilterField[] {
  return relations.flatMap(({ name, kind, columns, relations: inner }): FilterField[] => {
    if (kind === 'count') return [{ name, type: 'integer' }];
    if (kind === 'many' && isSort) return [];
    const fields = [...columns, ...relatedFields(inner, isSort)];
    return fields.map((field) => ({ name: `${name}.${field.name}`, type: field.type }));
  });
}

/** The primary key always is: it finds a record anyway, and ends every order. */
function isAllowed(
  name: string,
  allowed: readonly string[] | undefined,
  { primaryKey }: OperationContext['record'],
): boolean {
  return allowed === undefined || allowed.includes(name) || name === primaryKey;
}
