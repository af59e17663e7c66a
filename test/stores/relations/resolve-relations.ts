import {
  type Description,
  type Filter,
  type ModelProvider,
  type Relation,
  type Relations,
  totalOrder,
  type View,
} from '@rest-gen/model/core';

/** A relation as a test writes it, with names of tables instead of their descriptions. */
export interface DeclaredRelation {
  readonly kind: Relation['kind'];
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly through?: { readonly table: string; readonly from: string; readonly to: string; readonly where?: Filter };
  readonly where?: Filter;
  /** Default: all columns. */
  readonly fields?: readonly string[];
  /** Default: the primary key, ascending. */
  readonly orderBy?: Relation['orderBy'];
  /** Default 20. */
  readonly max?: number;
  readonly relations?: DeclaredRelations;
}

export type DeclaredRelations = Readonly<Record<string, DeclaredRelation>>;

/**
 * Complete declared relations with the descriptions that a provider gives.
 *
 * @param view - what requests see of each table
 */
export async function resolveRelations(
  provider: ModelProvider,
  declared: DeclaredRelations,
  view: View = (description) => description,
): Promise<Relations> {
  const described = new Map<string, Description>();
  const describe = async (table: string): Promise<Description> => {
    const description = described.get(table) ?? view(await provider.repository(table).describe());
    described.set(table, description);
    return description;
  };
  // Several tables can share what is reached through them.
  const known = new Map<DeclaredRelations, Relations>();
  const resolve = async (relations: DeclaredRelations): Promise<Relations> => {
    const resolved = new Map<string, Relation>();
    known.set(relations, resolved);
    for (const [name, { kind, table, from, to, through, where, ...shown }] of Object.entries(relations)) {
      const target = await describe(table);
      resolved.set(name, {
        kind,
        target,
        from,
        to,
        ...(through && { through: { ...through, target: await describe(through.table) } }),
        ...(where && { where }),
        fields: shown.fields ?? [...target.columns.keys()],
        orderBy: shown.orderBy ?? totalOrder([], target.primaryKey),
        max: shown.max ?? 20,
        relations: known.get(shown.relations ?? {}) ?? (await resolve(shown.relations ?? {})),
      });
    }
    return resolved;
  };
  return resolve(declared);
}
