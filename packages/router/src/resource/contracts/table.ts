import type { CompiledAction } from '@rest-gen/logic';
import type { FieldNames, Reference, Relation, Relations } from '@rest-gen/model/core';
import type { ControllerConstructor } from '../../core/contracts/controller.ts';
import type { ResourceStatics } from './statics.ts';

/** The bounds of a page. */
export interface PageBounds {
  readonly pageSize: number;
  readonly maxPageSize: number;
}

/** What the static members of a class and its logic say of its table. */
export interface TableStatics extends PageBounds {
  /** `v1/blog-post` → `blog_post` */
  readonly name: string;
  /** `static hidden`: fields that have to exist. */
  readonly hidden: readonly string[];
  /** `hidden`, and fields that the logic marks `secret` or `writeOnly`. May contain names that are not columns. */
  readonly unreadable: ReadonlySet<string>;
  /** `static filterable` and `static sortable`; `undefined` for everything that is shown. Relations are named as in `author.name`. */
  readonly filterable: ReadonlySet<string> | undefined;
  readonly sortable: ReadonlySet<string> | undefined;
  /** `static search`: the fields that `q` looks at; empty for none. */
  readonly search: readonly string[];
  /** `static aggregate`: the columns that groups are made of; empty for none. */
  readonly aggregate: readonly string[];
  /** `static softDelete`: the column of the time when a record was deleted, as the table names it. */
  readonly softDelete: string | undefined;
  /** `static key`: the column whose values name records in the URLs of the class; `undefined` for the primary key. */
  readonly key: string | undefined;
  /** `static unscoped`: parameters of rules that are no conditions on the records. */
  readonly unscoped: readonly string[];
  /** The column that a name of the class means: `static names`. */
  readonly columnOf: (name: string) => string;
  /** `static maxRecords`: records of one answer, included ones counted. */
  readonly maxRecords: number;
}

/** The table of a class, with what the store says of it. */
export interface TablePlan extends TableStatics {
  /** `static include`; empty without it. */
  readonly relations: Relations;
  /** The relations as the store reads them, with those that `static names` needs; without names the same. */
  readonly stored: Relations;
  /** `static names`, and those of the classes of related records; `undefined` where every field has the name of its column. */
  readonly names: FieldNames | undefined;
  /** The records that the table refers to, by the relations of all classes and policies; its columns have the names of the class. */
  readonly references: readonly Reference[];
  /** The relations that values of the class's own model can name; `undefined` for none. */
  readonly writable: WritableRelations | undefined;
  /** The classes whose relations `this.model('x')` takes, by table; `undefined` where no class has relations. */
  readonly classes: ReadonlyMap<string, ResourceClass> | undefined;
}

/** A controller with its table. */
export interface ResourceClass {
  /** As in `v1/post`. */
  readonly name: string;
  readonly Class: ControllerConstructor<ResourceStatics>;
  readonly file: string | undefined;
  readonly statics: TableStatics;
  /** `static names`, once they are resolved. */
  readonly names: FieldNames | undefined;
  /** The checks of a new record, also where `static actions` leaves POST out. */
  readonly create: CompiledAction | undefined;
  /** The paths of the list, with one parameter or none, for links to the rest of an included list; empty where no class has relations. */
  readonly paths: readonly ListPath[];
  /** The classes that it finds by their tables: those of its directory and those in `controller/`; `undefined` where no class has relations. */
  readonly classes: ReadonlyMap<string, ResourceClass> | undefined;
  /** `undefined` until the store has described the tables that it needs. */
  readonly plan: TablePlan | undefined;
  /** Asks the store again. @returns `undefined` once there is a plan */
  resolve(): Promise<void> | undefined;
  /** The largest average length of a record of a page so far; `undefined` before the first page. */
  recordSize: number | undefined;
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
  readonly of: ResourceClass;
  /** The checks of the body of a new record. */
  readonly logic: CompiledAction;
  /** The table of the class, with the relations that the declaration names. */
  readonly table: TablePlan;
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
