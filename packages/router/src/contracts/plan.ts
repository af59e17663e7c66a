import type { CompiledAction } from '@rest-gen/logic';
import type { Reference, Relation, Relations } from '@rest-gen/model/core';
import type { MatchedRule } from '../compile/types.ts';
import type { ControllerConstructor } from './controller.ts';
import type { OperationDescription } from './description.ts';
import type { HeaderFields, Hooks } from './part.ts';

/** The bounds of a page. */
export interface PageBounds {
  readonly pageSize: number;
  readonly maxPageSize: number;
}

/** What the lists of a controller show at most, known at load. */
export interface ListPlan extends PageBounds {
  /** The table of the class: `v1/blog-post` → `blog_post`. */
  readonly table: string;
  /** `static hidden` of the class: fields that have to be there. */
  readonly hidden: readonly string[];
  /** Those, and what the logic keeps secret: not every secret is a field of the table. */
  readonly unreadable: ReadonlySet<string>;
  /** `static include`, resolved; empty until then, and without it. */
  relations: Relations;
  /** What the relations of all classes and policies say the table refers to; empty until then. */
  references: readonly Reference[];
  /** Which of them values of the class's own model can name; `undefined` for none. */
  writable: WritableRelations | undefined;
  /** Resolves it, where the store could not be reached at start; `undefined` once that is done, and without `static include`. */
  resolve: (() => Promise<void>) | undefined;
  /** The classes whose relations `this.model('x')` takes, by table; `undefined` where no class has relations. */
  classes: ReadonlyMap<string, ControllerPlan> | undefined;
  /** `static filterable` and `static sortable`: what clients may use; `undefined` for everything that is shown. Relations are named as in `author.name`. */
  readonly filterable: ReadonlySet<string> | undefined;
  readonly sortable: ReadonlySet<string> | undefined;
  /** `static search`: the fields that `q` looks at; empty for none. */
  readonly search: readonly string[];
  /** `static softDelete`: the column of the time when a record was deleted. */
  readonly softDelete: string | undefined;
  /** `static maxRecords`: records of one answer, included ones counted. */
  readonly maxRecords: number;
  /** The most characters that a record of a page has taken so far; `undefined` before the first page. */
  recordSize: number | undefined;
  /** The paths of the list, with one parameter or none, for links to the rest of an included list; empty where no class has relations. */
  paths: readonly ListPath[];
}

/** Relations that are written together with a record. */
export interface WritableRelations {
  /** Many to many: lists of ids. */
  readonly links: ReadonlyMap<string, Relation>;
  /** `write: true`: lists of new records. */
  readonly children: ReadonlyMap<string, WritableChild>;
}

/** A relation with `write: true`, and the class of its records. */
export interface WritableChild {
  readonly relation: Relation;
  readonly plan: ControllerPlan;
  /** The checks of the body of a new record. */
  readonly logic: CompiledAction;
  /** That of the class, with the relations that the declaration names. */
  readonly list: ListPlan;
  /** The column that refers to the record: nobody else sets it. */
  readonly paramNames: ReadonlySet<string>;
}

/** A path of a list: `/post/{post_id}/comment`. */
export interface ListPath {
  /** What a value replaces, such as `{post_id}`. */
  readonly template: string;
  readonly parameter: string | undefined;
  /** What a value of the parameter has to match. */
  readonly pattern: RegExp | undefined;
}

/** One action of a controller, with everything about it that is known at load. */
export interface ActionPlan {
  /** The method as the action sees it; `GET` for HEAD. */
  readonly method: string;
  /** Name of the class's method, such as `postAction`. */
  readonly action: string;
  readonly takesBody: boolean;
  /** Bodies of forms are read: `static forms`, or a QUERY, which no form sends. */
  readonly forms: boolean;
  readonly logic: CompiledAction | undefined;
  /** The action checks the query parameters that the logic does not declare. */
  readonly openQuery: boolean;
  /** `include`, or `deleted`, is a parameter of the query, whether or not the logic declares it. */
  readonly openInclude: boolean;
  /** Items of one list in the body: `static maxItems`; `undefined` for what the options say. */
  readonly maxItems: number | undefined;
  /** A body that is a list is checked record by record. */
  readonly bulk: boolean;
  /** A PATCH or DELETE of a collection: the query selects the records that it changes. */
  readonly many: boolean;
  /** A record can be sent back as GET shows it, with members that the logic does not take: PUT and PATCH of the base class. `any` where `show` gives it other members than the columns. */
  readonly sentBack: 'columns' | 'any' | undefined;
  /** What the action does with records of the controller's own table, as its base class says; empty for an action of the class itself. */
  readonly operations: readonly ('create' | 'update')[];
  /** The action writes its body, as its base class says. */
  readonly writes: boolean;
  /** What the parts do for its requests, in their order. */
  readonly hooks: readonly Hooks[];
  /** Sent with each of its answers, in addition to those of the controller. */
  readonly headers: HeaderFields | undefined;
  /** What the parts say of it. */
  readonly described: Partial<OperationDescription>;
}

/** What a path with or without an id has: the actions by method, HEAD among them, and the `Allow` that follows. */
export interface ResourcePlan {
  readonly actions: ReadonlyMap<string, ActionPlan>;
  /** `GET, HEAD, POST, OPTIONS` */
  readonly allow: string;
  /** Value of `Accept-Patch` (RFC 5789), when there is a `patchAction`. */
  readonly acceptPatch: string | undefined;
  /** Value of `Accept-Query` (RFC 10008), when there is a `queryAction`. */
  readonly acceptQuery: string | undefined;
  /** The class has `__call` for methods without an action. */
  readonly call: boolean;
}

/** A controller ready to be dispatched to. */
export interface ControllerPlan {
  /** As in a target: `v1/post`. */
  readonly name: string;
  readonly Class: ControllerConstructor;
  readonly file: string | undefined;
  readonly logicFile: string | undefined;
  readonly list: ListPlan;
  /** `static timeout` and `static maxItems`; `undefined` for what the options say. */
  readonly timeout: number | undefined;
  readonly maxItems: number | undefined;
  /** The checks of a new record, also where `static actions` leaves POST out. */
  readonly create: CompiledAction | undefined;
  /** Paths without an id. */
  readonly collection: ResourcePlan;
  /** Paths with the mapped parameter `id`. */
  readonly item: ResourcePlan;
  /** Actions of its own, which only a rule that names one runs, `issue#archive`: by the name of the method, `archiveAction`. */
  readonly actions: ReadonlyMap<string, ResourcePlan>;
  /** Sent with each of its answers, also 405 and OPTIONS. */
  readonly headers: HeaderFields | undefined;
}

/** A request with its rule and controller: steps 1 and 2. */
export interface Route {
  readonly matched: MatchedRule;
  readonly controller: ControllerPlan;
  readonly resource: ResourcePlan;
}
