import type { ColumnDefinition, TableDefinition } from '../../schema/table-definition.ts';
import type { ExistingColumn } from './read-existing.ts';

/** What a foreign key that is declared on its own says of one of its columns. */
export function referenceOf(
  { foreignKeys }: TableDefinition,
  name: string,
): { readonly table: string; readonly column: string } | undefined {
  const key = foreignKeys.find(({ columns }) => columns.includes(name));
  return key && { table: key.table, column: key.keys[key.columns.indexOf(name)] as string };
}

/** Columns that get a foreign key: as whole numbers they need the very type of what it refers to. */
export function retyped(
  table: string,
  definition: TableDefinition,
  existing: ReadonlyMap<string, ReadonlyMap<string, ExistingColumn>>,
): ColumnDefinition[] {
  return definition.foreignKeys
    .flatMap(({ columns }) => columns)
    .filter((name) => {
      const target = referenceOf(definition, name);
      const own = existing.get(table)?.get(name)?.declaration;
      const other = existing.get(target?.table ?? '')?.get(target?.column ?? '')?.declaration;
      return own !== undefined && other !== undefined && /^\w*int\b/.test(own) && own !== other;
    })
    .map((name) => ({ name }));
}
