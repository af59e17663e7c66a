/** What an action does with records. */
export interface ResourceAction {
  readonly method: string;
  readonly action: string;
  /** The action checks the query parameters that the logic does not declare. */
  readonly openQuery: boolean;
  /** `include`, or `deleted`, is a parameter of the query, whether or not the logic declares it. */
  readonly openInclude: boolean;
  /** The action is the list of `this.list()`. */
  readonly isList: boolean;
  /** A body that is a list is checked record by record. */
  readonly bulk: boolean;
  /** A PATCH or DELETE of a collection: the query selects the records that it changes. */
  readonly isBulkWrite: boolean;
  /** A record can be sent back as GET shows it, with members that the logic does not take: PUT and PATCH of the base class. `any` where `show` gives it other members than the columns. */
  readonly readOnlyMembers: 'columns' | 'any' | undefined;
  /** Operations on records of the controller's own table, by an action of the base class; empty for an action of the class itself. */
  readonly operations: readonly ('create' | 'update')[];
  /** The action writes its body, as its base class says. */
  readonly writes: boolean;
}
