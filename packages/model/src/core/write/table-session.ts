import type { Allowed } from '../conditions.ts';
import { DataError } from '../data-error.ts';
import { allOf, isFlat, restricted } from '../join-filters.ts';
import { isSameKey } from '../key.ts';
import type { Access, TableAccess } from '../policy/access.ts';
import { allOfDecisions, type Decision } from '../policy/decide.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { maskColumns, readDecision, restrictRelations } from '../policy/restrict-relations.ts';
import type { ModelProvider, Repository, View } from '../provider.ts';
import { readFilter } from '../read-filter.ts';
import type { Relations } from '../relations.ts';
import type { Description, Filter, Reference } from '../types.ts';
import type { RelationWriter } from './relation-writer.ts';
import type { Session } from './session.ts';
import type { WriteHooks } from './write-hooks.ts';

/** How a table is opened. */
export interface TableOptions {
  readonly name: string;
  readonly session: Session;
  /** What the policies allow; `undefined` for everything. */
  readonly access: Access | undefined;
  /** What filters can name besides columns. */
  readonly relations?: Relations | undefined;
  /** The code of its class that runs around each write. */
  readonly hooks?: WriteHooks | undefined;
  /** Relations that values can name, opened with the same access. */
  readonly writable?: ((access: Access | undefined) => RelationWriter) | undefined;
  /** Foreign keys of new records that name records of this request: they are not looked up. */
  readonly given?: ReadonlySet<string> | undefined;
  /** Columns that have to exist, as `static hidden` names them. */
  readonly required?: readonly string[] | undefined;
  /** The deleted records in place of the others. */
  readonly isDeleted?: boolean | undefined;
}

/** A table as a session uses it: who reads and writes it, and what belongs to its writes. */
export class TableSession {
  readonly options: TableOptions;
  readonly session: Session;
  readonly access: Access | undefined;
  #writable: RelationWriter | undefined;
  #relations: Relations | undefined;
  // The models that were asked last, and the repositories that they gave: a transaction has its own.
  #models: ModelProvider | undefined;
  #stored: Repository | undefined;
  #reads: Repository | undefined;

  constructor(options: TableOptions) {
    this.options = options;
    this.session = options.session;
    this.access = options.access;
  }

  /** @throws {DataError} `no_policy` */
  get policy(): TableAccess | undefined {
    return this.access?.table(this.options.name);
  }

  get writable(): RelationWriter | undefined {
    this.#writable ??= this.options.writable?.(this.access);
    return this.#writable;
  }

  /** The table as the store has it, in the transaction that the running code belongs to. */
  get stored(): Repository {
    const { models } = this.session;
    if (models !== this.#models) {
      this.#models = models;
      this.#stored = undefined;
      this.#reads = undefined;
    }
    this.#stored ??= this.#open(this.options.relations);
    return this.#stored;
  }

  /** For reads: relations show what the user may read of them, and fields that may not be read are null. */
  get reads(): Repository {
    const { policy, stored } = this;
    if (policy === undefined) return stored;
    const { relations } = this;
    if (relations === undefined && policy.readMasks().size === 0) return stored;
    this.#reads ??= this.#open(relations, (description) => maskColumns(description, policy));
    return this.#reads;
  }

  /** What a filter of the user can name besides columns. */
  get relations(): Relations | undefined {
    const { name, relations } = this.options;
    const { access } = this;
    if (access === undefined || relations === undefined) return relations;
    this.#relations ??= restrictRelations(relations, name, access);
    return this.#relations;
  }

  /**
   * Describe the table as the store has it.
   *
   * @throws {DataError} `unknown_field` for a column that is required and does not exist
   */
  describe(): Promise<Description> {
    const described = this.stored.describe();
    const { required = [] } = this.options;
    return required.length === 0 ? described : described.then((one) => requireColumns(one, required));
  }

  /** References of the table: its foreign keys, and the relations that classes and policies declare. */
  references({ foreignKeys = [] }: Description): readonly Reference[] {
    const declared = this.access?.policies.referencesOf(this.options.name) ?? [];
    const isNew = ({ column, table }: Reference): boolean =>
      !foreignKeys.some((known) => isSameKey(known.column, column) && known.table === table);
    return declared.length === 0 ? foreignKeys : [...foreignKeys, ...declared.filter(isNew)];
  }

  /**
   * A filter together with what records have to meet to be read; `undefined` when none can be read.
   *
   * @returns a promise only where names of the policy have to be told from those of the request; it rejects with what
   *   `readable` throws
   */
  narrow(where: Filter | undefined): Filter | undefined | Promise<Filter | undefined> {
    const { policy } = this;
    if (policy === undefined) return where ?? {};
    const decision = this.#seen(policy);
    // Column-only conditions need no name resolution, so both filters can be merged.
    const isMerged =
      decision !== false && decision.every(isFlat) && policy.relations.size === 0 && policy.readMasks().size === 0;
    if (isMerged) {
      if (decision.length === 0) return where ?? {};
      return allOf(where === undefined ? decision : [where, ...decision]);
    }
    return this.#resolve(where);
  }

  async #resolve(where: Filter | undefined): Promise<Filter | undefined> {
    const readable = this.readable(await this.stored.describe());
    return readable === false ? undefined : restricted(where, readable);
  }

  /** What records have to meet to be seen. @throws {PolicyError} without a user, where only users read */
  readable(description: Description): Allowed {
    const { policy } = this;
    if (policy === undefined) return [];
    const decision = this.#seen(policy);
    if (decision === false && policy.access.user === undefined) throw new PolicyError(policy, 'read');
    return readDecision(decision, description, policy);
  }

  /** The conditions of a filter of the user, whose names mean what he sees, on records that he may read. */
  findable(where: Filter, description: Description): Allowed {
    const readable = this.readable(description);
    if (readable === false) return false;
    const { policy } = this;
    const seen = policy === undefined ? description : maskColumns(description, policy);
    return [...readFilter(where, seen, this.relations), ...readable];
  }

  /** The user may read none of the records, whatever they hold. */
  get isClosed(): boolean {
    return this.policy !== undefined && this.#seen(this.policy) === false;
  }

  /** Which records the user sees: those that may be read; of deleted ones, those that may be deleted, too. */
  #seen(policy: TableAccess): Decision {
    const read = policy.decide('read');
    return this.options.isDeleted ? allOfDecisions(read, policy.decide('delete')) : read;
  }

  #open(relations: Relations | undefined, view?: View): Repository {
    const { name, session, isDeleted } = this.options;
    const repository = session.models.repository(name, session.options, relations, view);
    return (isDeleted && repository.deleted) || repository;
  }
}

// --- internal ---

function requireColumns(description: Description, names: readonly string[]): Description {
  const unknown = names.find((name) => !description.columns.has(name));
  if (unknown === undefined) return description;
  throw new DataError('unknown_field', `static hidden names "${unknown}", which "${description.name}" does not have`, {
    field: unknown,
    hint: 'Correct it.',
  });
}
