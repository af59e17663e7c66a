import type { CompiledAction } from '@rest-gen/logic';
import type { Column, Description, ModelProvider, Operation, Policies } from '@rest-gen/model/core';
import type { DescribedParameter, DescribedValue } from '../../core/contracts/action-facts.ts';
import type { Limits } from '../../core/contracts/options.ts';
import type { RuleDescription } from '../../templates/types.ts';
import type { PolicySummary } from './policy-summary.ts';
import type { ControllerStatics } from './statics.ts';

/** A rule and a controller that it leads to; a bulk rule has a row for each. A rule that leads to none, or is skipped, has one without a controller. */
export interface RouteRow {
  /** `3`, or `4.2` inside a group. */
  readonly number: string;
  /** The rule as written. */
  readonly rule: string;
  readonly controller: string | undefined;
  readonly file: string | undefined;
  readonly logic: string | undefined;
  /** Methods of paths without an id; empty when the rule takes none. */
  readonly collection: readonly string[];
  /** Methods of paths with an id; empty when the rule takes none. */
  readonly item: readonly string[];
  /** The action that the rule names, by its method: `archiveAction`. */
  readonly action?: string;
  /** Why the rule is not served. */
  readonly skipped: string | undefined;
  /** Who may do what with the table of the controller; absent where it has no policy. */
  readonly policy?: PolicySummary;
}

/** All that tools need to know of a router; gathering it calls no function of the user's, except those of policies. */
export interface ServiceDescription {
  /** Rules that are served, in written order. */
  readonly rules: readonly RuleDescription[];
  /** Controllers by name, `v1/post`. */
  readonly controllers: ReadonlyMap<string, ControllerDescription>;
  /** What `this.model()` asks; `undefined` when the project has none. */
  readonly model: ModelProvider | undefined;
  /** `undefined` where the project has none. */
  readonly policies?: Policies | undefined;
  readonly limits: Limits;
  /** The option `prefix`, where it is a path; empty for none. */
  readonly prefix: string;
  /** Successful bodies are shaped by the option `envelope`: what they look like is not known. */
  readonly hasEnvelope: boolean;
  /** Schemes of OpenAPI by name, of the parts: every operation needs one of them. */
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Errors are answered by the option `onError`: what they look like is not known. */
  readonly hasOnError: boolean;
  /** The `type` of the problem document that a code is answered with. Calls the option `problemType` where that is a function. */
  readonly problemType: (code: string) => string;
}

/** A controller and its operations. */
export interface ControllerDescription {
  readonly name: string;
  /** `v1/blog-post` → `blog_post` */
  readonly table: string;
  readonly file: string | undefined;
  readonly logicFile: string | undefined;
  /** What the class says of itself, inherited members too; defaults are not filled in. */
  readonly statics: Readonly<ControllerStatics>;
  /** The class, or a base of it, overrides `show`: what is answered of a record is not its columns. */
  readonly overridesShow: boolean;
  /** `beforeWrite`, `addRecords` or `writable` may set values in new records: a body need not have every column without a default. */
  readonly addsValues: boolean;
  /** Which of the hooks the class, or a base of it, has as methods. */
  readonly hooks: readonly ('__before' | '__after' | '__call')[];
  /** The description of its table in the names of the class: `static names`. */
  readonly describeTable: (stored: Description) => Description;
  /** What clients can notice of the policy of its table; `undefined` without one. */
  readonly policy: PolicyDescription | undefined;
  /** What `static include` lists; empty until it is resolved. */
  readonly relations: readonly RelationDescription[];
  /** What needs the tables is not resolved yet: the store was not ready when the project was loaded, and has not been asked again. */
  readonly isUnresolved: boolean;
  /** Operations of paths without an id. */
  readonly collection: readonly OperationDescription[];
  /** Operations of paths with an id. */
  readonly item: readonly OperationDescription[];
  /** Actions that a rule has to name, `issue#archive`, by the name of the method: `archiveAction`. */
  readonly actions: ReadonlyMap<string, OperationDescription>;
}

/** What clients can notice of a policy. */
export interface PolicyDescription {
  /** Operations that no request without a user is allowed: 401. */
  readonly needsUser: readonly Operation[];
  /** Operations that are not allowed to everyone on every record: 403. */
  readonly refuses: readonly Operation[];
  /** Columns that are null for some users. */
  readonly masked: readonly string[];
  /** Columns of new records that the policy sets where they are left out. */
  readonly sets: readonly string[];
}

/** Related records that a client can include, filter and sort by. */
export interface RelationDescription {
  readonly name: string;
  /** A record or null, a list, or a number of records. */
  readonly kind: 'one' | 'many' | 'count';
  /** The other table. */
  readonly table: string;
  /** The table between the two, many to many. */
  readonly through?: string;
  /** The columns that are shown; none of a `count`. */
  readonly columns: readonly Column[];
  /** The columns of the table between the two that are shown with them; they are no filters. */
  readonly linked?: readonly Column[];
  /** Records of a list that are shown. */
  readonly max: number;
  /** How a body writes it: ids of linked records, or new records with their own checks; `undefined` where it does not. */
  readonly write?: RelationWrite | undefined;
  /** The relations of the other table. */
  readonly relations: readonly RelationDescription[];
}

/** How the body of a request writes related records. */
export type RelationWrite =
  | { readonly kind: 'links'; readonly key: string }
  | {
      readonly kind: 'records';
      readonly logic: CompiledAction;
      /** Fields that the record sets, or the policy. */
      readonly given: ReadonlySet<string>;
      readonly relations: readonly RelationDescription[];
    };

/** A method of a path, and the action that serves it. HEAD and OPTIONS are not listed: every GET has a HEAD, every path OPTIONS. */
export interface OperationDescription {
  readonly method: 'GET' | 'QUERY' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Name of the class's method: `postAction`. */
  readonly action: string;
  /** The method is that of a base which is no controller (`rest`), and not of a class below it: it answers as the generated base class does. */
  readonly isInherited: boolean;
  /** The checks of the action; `undefined` when the logic declares none. */
  readonly logic: CompiledAction | undefined;
  readonly takesBody: boolean;
  /** Bodies of any media type are taken as they come. */
  readonly rawBody?: 'raw' | 'text';
  /** The action is the list of `this.list()`: paging, sorting, filters and fields are parameters too. */
  readonly isList: boolean;
  /** A body may be a list of records. */
  readonly isBulk: boolean;
  /** The query selects the records that the action changes: filters are parameters too. */
  readonly isMany: boolean;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent: boolean | 'required';
  /** Since when it is deprecated, or will be; `true` for one without a date. */
  readonly deprecated: Date | boolean;
  /** From when on it may be gone. */
  readonly sunset: Date | undefined;
  /** Header fields that parts add to its answers, by name. */
  readonly answerHeaders: Readonly<Record<string, DescribedValue>>;
  /** Parameters that parts read. */
  readonly parameters: readonly DescribedParameter[];
}
