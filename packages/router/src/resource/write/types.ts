import type { Model, Row, Stored } from '@rest-gen/model/core';

/** The members of a controller that its writes call, as the project's class may have overridden them. */
export interface RecordMembers {
  // biome-ignore lint/suspicious/noExplicitAny: text, or a number where the logic says so.
  readonly id: any;
  /** The parents that the URL names. */
  readonly scope: Row;
  readonly isItem: boolean;
  model(): Model;
  show(record: Row): unknown;
  addRecords(list: readonly Row[]): Promise<Stored[]>;
}
