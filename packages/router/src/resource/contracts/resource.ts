import type { CompiledAction, FieldError } from '@rest-gen/logic';
import {
  Access,
  type Id,
  type Model,
  type ModelProvider,
  type Policies,
  type Relation,
  Session,
  type TableName,
  type TableOf,
} from '@rest-gen/model/core';
import type { Exchange } from '../../core/contracts/exchange.ts';
import { exchangeOf, Slot } from '../../core/slot.ts';
import type { ResourceAction } from './action.ts';
import type { ResourceClass, TablePlan } from './table.ts';

declare module '@rest-gen/logic' {
  // It stands in a file that the types of every user reach.
  interface Environment {
    /** The model of a table, as `this.model(name)` of a controller gives it. */
    readonly model: <Name extends TableName>(name: Name) => Model<TableOf<Name>>;
  }
}

/** The resource of a request. */
export const RESOURCE: Slot<Resource> = new Slot<Resource>('router/resource');

/** A relation that the request includes, and those that it includes of its records. */
export interface Included {
  readonly name: string;
  readonly relation: Relation;
  readonly nested: readonly Included[];
}

/** Members of a body that the logic has refused, and that must equal those of the stored record. */
export type ReadOnlyMembers = readonly { readonly name: string; readonly value: unknown; readonly error: FieldError }[];

/** What all requests of a class share. */
export interface ResourceSource {
  readonly of: ResourceClass;
  readonly table: TablePlan;
  /** The models of the project, outside of the transactions that the request opens. */
  readonly model: ModelProvider | undefined;
  readonly policies: Policies | undefined;
  readonly action: ResourceAction;
}

/** The records of a request: its table, what the user may do with it, and the transactions. */
export class Resource {
  readonly exchange: Exchange;
  /** The resource of the request itself, where this one is for related records that it writes. */
  readonly origin: Resource | undefined;
  readonly of: ResourceClass;
  readonly table: TablePlan;
  /** A part may replace it before the class is constructed. */
  model: ModelProvider | undefined;
  readonly action: ResourceAction;
  /** The action changes many records of a collection: the query selects them. */
  readonly isBulkWrite: boolean;
  /** The model of the controller's own table, as it was last opened. */
  ownModel: { readonly access: Access | undefined; readonly model: Model } | undefined = undefined;
  /** What the answer to a write includes, checked before the action runs; empty for nothing. */
  included: readonly Included[] = NOTHING;
  /** The checks of each record, where the body is a list of them. */
  itemLogics: readonly CompiledAction[] | undefined = undefined;
  /** What was taken out of the body of a PUT or PATCH: `guard` compares it with the record; `undefined` for nothing. */
  readOnlyMembers: ReadOnlyMembers | undefined = undefined;
  /** The key of the record that the URL names, where it is not the text of the parameter `id`. */
  key: Id | undefined = undefined;
  /** `guard` has compared the preconditions: a `guard` inside of its work just runs. */
  guarded = false;
  readonly #policies: Policies | undefined;
  #access: Access | undefined;
  #session: Session | undefined;

  constructor(exchange: Exchange, { of, table, model, policies, action }: ResourceSource, origin?: Resource) {
    this.exchange = exchange;
    this.origin = origin;
    this.of = of;
    this.table = table;
    this.model = model;
    this.action = action;
    this.isBulkWrite = action.isBulkWrite && origin === undefined;
    this.#policies = policies;
  }

  /** What the policies allow the user; `undefined` where the project has none. Known from the first user on: a middleware or `__before` may sign one in until then. */
  get access(): Access | undefined {
    if (this.#policies === undefined) return undefined;
    if (this.origin !== undefined) return this.origin.access;
    if (this.#access === undefined || this.#access.user === undefined) {
      const { user } = this.exchange;
      if (this.#access === undefined || user !== undefined)
        this.#access = new Access(this.#policies, user, () => this.exchange.becomePersonal());
    }
    return this.#access;
  }

  /** The models as this request uses them, with its transactions; `undefined` without models. */
  get session(): Session | undefined {
    if (this.origin !== undefined) return this.origin.session;
    if (this.model !== undefined) this.#session ??= new Session(this.model, this.exchange);
    return this.#session;
  }

  /** Open this request for related records that it writes to another class. */
  ofClass(exchange: Exchange, of: ResourceClass, table: TablePlan): Resource {
    const source = { of, table, model: this.model, policies: this.#policies, action: this.action };
    return new Resource(exchange, source, this.origin ?? this);
  }

  /**
   * Wait until there is memory for an answer with so many records, each twice as large as the largest of the pages before, or, before the first page, as a
   * body may be. Only the first call of a request waits.
   *
   * @throws {HttpError} 503 `E_BUSY`
   */
  reserve(records: number): Promise<void> {
    const { bodyLimit } = this.exchange;
    const { recordSize } = this.of;
    const each = recordSize === undefined ? bodyLimit : Math.min(bodyLimit, Math.max(SMALLEST_RECORD, 2 * recordSize));
    return this.exchange.reserve(records * each);
  }
}

/** What decides which members of a body are written. Without `input`, the body is known to have no member that the logic does not name. */
export interface WriteContext
  extends Pick<Resource, 'access' | 'table'>,
    Partial<Pick<Resource, 'action' | 'readOnlyMembers'>> {
  readonly exchange: Pick<Exchange, 'controller' | 'action' | 'paramNames' | 'logic'> &
    Partial<Pick<Exchange, 'sentBody' | 'input'>>;
}

/** The resource of a controller. @throws {Error} in its constructor */
export function resourceOf(controller: object): Resource {
  return resourceIn(exchangeOf(controller));
}

/** The resource of a request whose parts have begun. */
export function resourceIn(exchange: Exchange): Resource {
  const resource = RESOURCE.get(exchange);
  if (resource === undefined) throw new Error(`The table of the controller "${exchange.controller}" is not known yet.`);
  return resource;
}

// --- internal ---

const NOTHING: readonly Included[] = [];

/** Bytes that are reserved for a record, also where those before were smaller. */
const SMALLEST_RECORD = 4_096;
