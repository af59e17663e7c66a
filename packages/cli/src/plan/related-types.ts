import { keyOf, literal } from '../render.ts';
import { pascalCase, takeName } from '../text.ts';

/** A relation of a class, with the names of the columns that are shown. */
export interface NamedRelation {
  readonly name: string;
  readonly kind: 'one' | 'many' | 'count';
  readonly table: string;
  readonly columns: readonly string[];
  readonly relations: readonly NamedRelation[];
}

/** Table → the relations of its class. */
export type TableRelations = ReadonlyMap<string, readonly NamedRelation[]>;

/** The parts of a table that the types of relations need. */
export interface RelatedTable {
  readonly type: string;
  readonly columns: readonly { readonly name: string; readonly key: string; readonly where: string }[];
}

/** A member of a type, as text. */
export interface Member {
  readonly key: string;
  readonly type: string;
}

/** The members that relations add to the types of a table. */
export interface RelatedTypes {
  /** Filters: `'author.name'`, `author`. */
  readonly where: readonly Member[];
  /** Names to sort by, as literals: `'author.name'`. */
  readonly order: readonly string[];
  /** Members that `include` adds to rows. */
  readonly rows: readonly Member[];
  /** Types of filters of related records, which `where` names. */
  readonly types: readonly { readonly name: string; readonly where: readonly Member[] }[];
}

export const NOTHING: RelatedTypes = { where: [], order: [], rows: [], types: [] };

/**
 * The types of the relations of a table.
 *
 * @param type - beginning of the names of its types: `Post`
 * @param tables - all tables, by name
 * @param used - names of types, which no other may have
 */
export function typeRelations(
  relations: readonly NamedRelation[],
  type: string,
  tables: ReadonlyMap<string, RelatedTable>,
  used: Set<string>,
): RelatedTypes {
  const types: { name: string; where: Member[] }[] = [];
  const whereOf = (list: readonly NamedRelation[], stem: string): Member[] => {
    const filters = list.flatMap(({ name, kind, table, relations: inner }): Member[] => {
      if (kind === 'count') return [];
      const inside = takeName(`${stem}${pascalCase(name)}`, used);
      types.push({ name: inside, where: [...columnsOf(table, tables), ...whereOf(inner, inside)] });
      return [{ key: keyOf(name), type: `RelationFilterOf<${inside}Where>` }];
    });
    return [...filters, ...pathsOf(list, tables, '')];
  };
  const where = whereOf(relations, type);
  const order = sortNames(relations, tables, '').map(literal);
  return { where, order, rows: rowsOf(relations, tables), types };
}

// --- internal ---

function columnsOf(table: string, tables: ReadonlyMap<string, RelatedTable>): Member[] {
  return (tables.get(table)?.columns ?? []).map(({ key, where }) => ({ key, type: where }));
}

/** Fields of related records as keys: `'author.name'`, and numbers of records. */
function pathsOf(
  relations: readonly NamedRelation[],
  tables: ReadonlyMap<string, RelatedTable>,
  before: string,
): Member[] {
  return relations.flatMap(({ name, kind, table, relations: inner }): Member[] => {
    if (kind === 'count') return [{ key: keyOf(before + name), type: 'FilterOf<number>' }];
    const path = `${before}${name}.`;
    const own = (tables.get(table)?.columns ?? []).map(({ name: column, where }) => {
      return { key: keyOf(path + column), type: where };
    });
    return [...own, ...pathsOf(inner, tables, path)];
  });
}

/** A list has no order. */
function sortNames(
  relations: readonly NamedRelation[],
  tables: ReadonlyMap<string, RelatedTable>,
  before: string,
): string[] {
  return relations.flatMap(({ name, kind, table, relations: inner }): string[] => {
    if (kind === 'count') return [before + name];
    if (kind === 'many') return [];
    const path = `${before}${name}.`;
    const own = (tables.get(table)?.columns ?? []).map((column) => path + column.name);
    return [...own, ...sortNames(inner, tables, path)];
  });
}

function rowsOf(relations: readonly NamedRelation[], tables: ReadonlyMap<string, RelatedTable>): Member[] {
  return relations.map(({ name, kind, table, columns, relations: inner }): Member => {
    const key = keyOf(name);
    if (kind === 'count') return { key, type: 'number' };
    const own = `Pick<${tables.get(table)?.type}Row, ${columns.map(literal).join(' | ')}>`;
    const nested = rowsOf(inner, tables).map((member) => `${member.key}?: ${member.type}`);
    const row = nested.length === 0 ? own : `${own} & { ${nested.join('; ')} }`;
    return { key, type: kind === 'one' ? `(${row}) | null` : `(${row})[]` };
  });
}
