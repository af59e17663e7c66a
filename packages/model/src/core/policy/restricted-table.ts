import type { Condition } from '../conditions.ts';
import { isFlat } from '../expand-filter.ts';
import { inParts } from '../in-parts.ts';
import type { ModelProvider, Repository, RequestOptions, View } from '../provider.ts';
import type { Relations } from '../relations.ts';
import { allOf } from '../request.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Id } from '../types.ts';
import type { Access, TableAccess } from './access.ts';
import { allOfDecisions, type Decision } from './decide.ts';
import { PolicyError } from './policy-error.ts';
import { type Allowed, maskColumns, readDecision, restrictRelations } from './restrict-relations.ts';

/** How a table is opened, and what its writes do besides. */
export interface Opening {
  readonly table: string;
  readonly relations: Relations | undefined;
  readonly options: RequestOptions | undefined;
  /** Open the table for writes, as the store has it. */
  open(models: ModelProvider): Repository;
  /** Run work in one transaction. */
  transaction<T>(work: (models: ModelProvider) => Promise<T>): Promise<T>;
  /** Foreign keys of new records that name records of this request: they are not looked up. */
  readonly given?: ReadonlySet<string> | undefined;
  /** Something may change the values of a write before it is stored. */
  readonly rewrites: boolean;
  /** `open` gives the deleted records. */
  readonly isDeleted?: boolean;
}

/** A table, who uses it, and what reads and writes of it have in common. */
export class RestrictedTable {
  readonly opening: Opening;
  readonly models: ModelProvider;
  readonly access: Access;
  /** The table as the store has it. */
  readonly stored: Repository;
  #seen: Repository | undefined;
  #relations: Relations | undefined;

  constructor(opening: Opening, models: ModelProvider, access: Access) {
    this.opening = opening;
    this.models = models;
    this.access = access;
    this.stored = opening.open(models);
  }

  /** @throws {DataError} `no_policy` */
  get policy(): TableAccess {
    return this.access.table(this.opening.table);
  }

  /** For reads: relations show what the user may read of them, and fields that may not be read are null. */
  get reads(): Repository {
    this.#seen ??= this.#openReads();
    return this.#seen;
  }

  /** What a filter of the user can name besides columns. */
  get relations(): Relations | undefined {
    const { relations, table } = this.opening;
    this.#relations ??= relations && restrictRelations(relations, table, this.access);
    return this.#relations;
  }

  /** Which records the user sees: those that may be read; of deleted ones, those that may be deleted, too. */
  get seen(): Decision {
    const read = this.policy.decide('read');
    return this.opening.isDeleted ? allOfDecisions(read, this.policy.decide('delete')) : read;
  }

  /**
   * A filter together with what records have to meet to be read; `undefined` when none can be read.
   *
   * @returns a promise only where names of the policy have to be told from those of the request; it rejects with what `readable` throws
   */
  narrow(where: Filter | undefined): Filter | undefined | Promise<Filter | undefined> {
    const { policy, seen: decision } = this;
    // In columns both are the same: the store reads them together.
    if (decision !== false && decision.every(isFlat) && policy.relations.size === 0 && policy.readMasks().size === 0) {
      return decision.length === 0 ? (where ?? {}) : allOf(where === undefined ? decision : [where, ...decision]);
    }
    return this.readable().then((readable) => (readable === false ? undefined : restricted(where, readable)));
  }

  /** What records have to meet to be seen. @throws {PolicyError} without a user, where only users read */
  async readable(): Promise<Allowed> {
    const decision = this.seen;
    if (decision === false && this.access.user === undefined) throw new PolicyError(this.policy, 'read');
    if (decision === false || decision.length === 0) return decision as false | [];
    return readDecision(decision, await this.stored.describe(), this.policy);
  }

  /** Something else may be stored than what is written. */
  isRewritten({ hasTriggers = false }: Description): boolean {
    return hasTriggers || this.opening.rewrites;
  }

  inTransaction<T>(work: (inside: RestrictedTable) => Promise<T>): Promise<T> {
    return this.opening.transaction((models) => work(new RestrictedTable(this.opening, models, this.access)));
  }

  /** Which of these records meet the conditions: their keys, as text. */
  async findAllowed(ids: readonly Id[], conditions: readonly Condition[], primaryKey: string): Promise<Set<string>> {
    const found = new Set<string>();
    for (const part of inParts(ids)) {
      const where = restricted({ [primaryKey]: part }, conditions);
      for (const row of await this.stored.findMany({ where, fields: [primaryKey] })) found.add(String(row[primaryKey]));
    }
    return found;
  }

  #openReads(): Repository {
    const { relations } = this;
    if (relations === undefined && this.policy.readMasks().size === 0) return this.stored;
    const { table, options, isDeleted } = this.opening;
    const view: View = (description) => maskColumns(description, this.policy);
    const reads = this.models.repository(table, options, relations, view);
    return (isDeleted && reads.deleted) || reads;
  }
}
