import type { Condition } from '../conditions.ts';
import { readConditions, readFilter } from '../read-filter.ts';
import type { Relation, Relations } from '../relations.ts';
import { restricted } from '../restriction.ts';
import type { Column, Description, Filter, Order } from '../types.ts';
import type { Access, TableAccess } from './access.ts';
import type { Decision } from './decide.ts';
import { expandTogether } from './same-row.ts';

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
  return readConditions(expandTogether(decision, description, relations), description, relations);
}

/** The conditions that records have to meet; `false`: none may be used. */
export type Allowed = readonly Condition[] | false;

// --- internal ---

/** Its parts are read when they are used: most requests use no relation. */
class RestrictedRelation implements Relation {
  readonly kind: Relation['kind'];
  readonly from: string;
  readonly to: string;
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
    this.#through ??= { ...through, where: this.#linked(through) };
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
    const isRead = (table: string, ...columns: string[]): boolean => {
      const masks = this.#access.find(table)?.readMasks();
      return masks === undefined || masks.size === 0 || !columns.some((name) => masks.has(name));
    };
    const isLinked = through === undefined || isRead(through.target.name, through.from, through.to);
    return isLinked && isRead(this.#table, from) && isRead(target.name, to);
  }

  /** A table between two others needs no policy. If it has one, only rows that the user may read connect records. */
  #linked({ target, where = {} }: NonNullable<Relation['through']>): Filter {
    const access = this.#access.find(target.name);
    if (access === undefined) return where;
    const declared = restricted(undefined, readFilter(where, target));
    return restricted(declared, readDecision(access.decide('read'), target, access));
  }
}
