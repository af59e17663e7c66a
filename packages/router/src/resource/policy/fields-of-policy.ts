import { type Access, allowsEverything, type FieldNames } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';

/** What the policies say of the fields of a class, in its names. */
export interface PolicyFields {
  /** Fields with a condition of their own, and fields of related records that this user may not read in all of them. */
  readonly ruled: readonly string[];
  /** Fields that the policy sets in new records. */
  readonly defaults: readonly string[];
  /** Fields that this user may read in some records only, or in none. */
  readonly masked: readonly string[];
}

/** Name the fields that the policies have rules for. @returns `undefined` without policies */
export function fieldsOfPolicy({ access, table }: Pick<Resource, 'access' | 'table'>): PolicyFields | undefined {
  if (access === undefined) return undefined;
  const rules = access.find(table.name);
  const { names } = table;
  const show = (list: Iterable<string> = []): string[] => Array.from(list, (name) => names?.shown(name) ?? name);
  return {
    get ruled() {
      return [...show(rules?.ruledFields), ...maskedRelated(names, access)];
    },
    get defaults() {
      return show(Object.keys(rules?.defaults ?? {}));
    },
    get masked() {
      return [...show(rules?.readMasks().keys()), ...maskedRelated(names, access)];
    },
  };
}

// --- internal ---

/** The fields of related records that this user may read in some of these only, or in none. */
function maskedRelated(names: FieldNames | undefined, access: Access): string[] {
  return [...(names?.related ?? [])].flatMap(([name, { relation, column }]) => {
    const rules = access.find(names?.relations.get(relation)?.target.name ?? '');
    const isOpen = rules === undefined || (allowsEverything(rules.decide('read')) && !rules.readMasks().has(column));
    return isOpen ? [] : [name];
  });
}
