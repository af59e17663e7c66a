import type { Resource } from '../contracts/resource.ts';

/** What the policy of a class's table says of fields, in the names of the class. */
export interface PolicyFields {
  /** Fields with a condition of their own. */
  readonly ruled: readonly string[];
  /** Fields that the policy sets in new records. */
  readonly defaults: readonly string[];
  /** Fields that this user may read in some records only, or in none. */
  readonly masked: readonly string[];
}

/** Name the fields that the policy of the table has rules for. @returns `undefined` without a policy */
export function fieldsOfPolicy({ access, table }: Pick<Resource, 'access' | 'table'>): PolicyFields | undefined {
  const rules = access?.find(table.name);
  if (rules === undefined) return undefined;
  const { names } = table;
  const show = (list: Iterable<string>): string[] => Array.from(list, (name) => names?.shown(name) ?? name);
  return {
    ruled: show(rules.ruledFields),
    get defaults() {
      return show(Object.keys(rules.defaults));
    },
    get masked() {
      return show(rules.readMasks().keys());
    },
  };
}
