/** A value for `update`: the store adds `by` to the column in one atomic step. */
export class Increment {
  readonly by: number | bigint;

  constructor(by: number | bigint) {
    this.by = by;
  }
}
