import type { Allowed } from '../conditions.ts';
import { expandFilter, type RawCondition } from '../expand-filter.ts';
import { splitPath } from '../find-column.ts';
import { restricted } from '../join-filters.ts';
import { columnsOf } from '../key.ts';
import { checkConditions, readFilter } from '../read-filter.ts';
import type { Relation, Relations } from '../relations.ts';
import type { Column, Description, Filter, KeyColumns, Order } from '../types.ts';
import type { Access, TableAccess } from './access.ts';
import type { Decision } from './decide.ts';

/**
 * The relations of a table as a user sees them: only records that the policies let the user read belong to them, and fields that the user may not read are
 * null. Through a column that the user may not read in every record, no record belongs to another.
 *
 * @param table - that has the relations
 * @throws {DataError} later, `no_policy`, when a relation is used whose table has none
 */
export function restrictRelations(relations: Relations, table: string, access: Access): Relations {
  if (relations.size === 0) return relations;
  return new Map(Array.from(relations, ([name, relation]) => [name, new RestrictedRelation(relation, table, access)]));
}

/** The description of a table with the masks of its columns. */
export function maskColumns(description: Description, access: TableAccess): Description {
  const masks = access.readMasks();
  if (masks.size === 0) return description;
  const columns = new Map<string, Column>(description.columns);
  for (const [name, decision] of masks) {
    const column = columns.get(name);
    if (column)
      columns.set(name, {
        ...column,
        nullable: true,
        mask: restricted(undefined, readDecision(decision, description, access)),
      });
  }
  return { ...description, columns, hasMasks: true };
}

/** The conditions of a decision, checked against the table; `false` when nothing is allowed. */
export function readDecision(decision: Decision, description: Description, { relations }: TableAccess): Allowed {
  if (decision === false) return false;
  return checkConditions(expandTogether(decision, description, relations), description, relations);
}

// --- internal ---

/** Its parts are read when they are used: most requests use no relation. */
class RestrictedRelation implements Relation {
  readonly kind: Relation['kind'];
  readonly from: KeyColumns;
  readonly to: KeyColumns;
  readonly fields: readonly string[];
  readonly orderBy: readonly Order[];
  readonly max: number;
  readonly #relation: Relation;
  readonly #table: string;
  readonly #access: Access;
  #target: Description | undefined;
  #where: Filter | undefined;
  #relations: Relations | undefined;
  #through: Relation['through'];

  constructor(relation: Relation, table: string, access: Access) {
    this.kind = relation.kind;
    this.from = relation.from;
    this.to = relation.to;
    this.fields = relation.fields;
    this.orderBy = relation.orderBy;
    this.max = relation.max;
    this.#relation = relation;
    this.#table = table;
    this.#access = access;
  }

  get target(): Description {
    const { target } = this.#relation;
    this.#target ??= maskColumns(target, this.#access.table(target.name));
    return this.#target;
  }

  get where(): Filter {
    this.#where ??= this.#readable();
    return this.#where;
  }

  get relations(): Relations {
    const { relations, target } = this.#relation;
    this.#relations ??= restrictRelations(relations, target.name, this.#access);
    return this.#relations;
  }

  get through(): Relation['through'] {
    const { through } = this.#relation;
    if (through === undefined) return undefined;
    this.#through ??= { ...through, target: this.#maskLinks(through), where: this.#linked(through) };
    return this.#through;
  }

  /** The condition of the declaration is that of its author: it compares with what is stored. */
  #readable(): Filter {
    const { target, where = {}, relations } = this.#relation;
    const access = this.#access.table(target.name);
    const conditions = this.#isConnected() && readDecision(access.decide('read'), target, access);
    return restricted(restricted(undefined, readFilter(where, target, relations)), conditions);
  }

  /** Whether the user may read the columns that connect the records. */
  #isConnected(): boolean {
    const { from, to, target, through } = this.#relation;
    const isRead = (table: string, ...keys: KeyColumns[]): boolean => {
      const masks = this.#access.find(table)?.readMasks();
      return masks === undefined || masks.size === 0 || !keys.flatMap(columnsOf).some((name) => masks.has(name));
    };
    const isLinked = through === undefined || isRead(through.target.name, through.from, through.to);
    return isLinked && isRead(this.#table, from) && isRead(target.name, to);
  }

  #maskLinks({ target }: NonNullable<Relation['through']>): Description {
    const access = this.#access.find(target.name);
    return access === undefined ? target : maskColumns(target, access);
  }

  /** A table between two others needs no policy. If it has one, only rows that the user may read connect records. */
  #linked({ target, where = {} }: NonNullable<Relation['through']>): Filter {
    const access = this.#access.find(target.name);
    if (access === undefined) return where;
    const declared = restricted(undefined, readFilter(where, target));
    return restricted(declared, readDecision(access.decide('read'), target, access));
  }
}

/**
 * Put the filters of a decision together: what they ask of one list must hold for the same record of it, as inside of one
 * filter. `always: { 'members.user_id': 7 }` and `update: { 'members.role': 'admin' }` allow the update where user 7 is
 * an admin, not where somebody else is.
 *
 * These hold for the same record: `always`, the operation, and `fields.*.write`. Each rule of a list is put together with
 * the others separately.
 */
function expandTogether(filters: readonly Filter[], description: Description, relations: Relations): RawCondition[] {
  const all = filters.flatMap(expandFilter).flatMap(flatten);
  if (relations.size === 0 || !all.some(({ operator }) => operator === 'or')) return all;
  const pathsOf = (conditions: readonly RawCondition[]): string[] =>
    conditions.flatMap((one) => {
      if (one.operator === 'or') return one.value.flatMap(pathsOf);
      const name = pathOf(one, description);
      return name !== undefined && relations.has(name) ? [name] : [];
    });
  const counts = new Map<string, number>();
  for (const one of all) {
    for (const name of new Set(pathsOf([one]))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isShared = (one: RawCondition): boolean => pathsOf([one]).some((name) => (counts.get(name) ?? 0) > 1);
  const shared = all.filter(isShared);
  if (!shared.some(({ operator }) => operator === 'or')) return all;
  return [...all.filter((one) => !isShared(one)), { operator: 'or', value: combine(shared.map(widen)) }];
}

/** What is inside of `and` belongs to the conditions beside it. */
function flatten(one: RawCondition): RawCondition[] {
  if (one.operator === 'and') return one.value.flat().flatMap(flatten);
  if (one.operator !== 'or') return [one];
  return [{ operator: 'or', value: one.value.map((part) => part.flatMap(flatten)) }];
}

/** A choice whose alternatives have no choices themselves. */
function widen(one: RawCondition): RawCondition {
  if (one.operator !== 'or') return one;
  return { operator: 'or', value: one.value.flatMap((part) => combine(part.map(widen))) };
}

/** Every combination of one alternative of each choice, with the other conditions. */
function combine(conditions: readonly RawCondition[]): RawCondition[][] {
  let combinations: RawCondition[][] = [[]];
  for (const one of conditions) {
    const alternatives = one.operator === 'or' ? one.value : [[one]];
    combinations = combinations.flatMap((before) => alternatives.map((next) => [...before, ...next]));
  }
  return combinations;
}

/** The relation that a path begins with. */
function pathOf(one: RawCondition, description: Description): string | undefined {
  return 'column' in one ? splitPath(one.column, description)?.[0] : undefined;
}
