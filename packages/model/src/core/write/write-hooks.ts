import type { AnyTable } from '../types.ts';

/** A record of `table` that is about to be written: change `values` to write something else. A delete has none. */
export type BeforeWrite<T extends AnyTable = AnyTable> = { readonly table: string; readonly values: T['update'] } & (
  | { readonly action: 'create'; readonly before: undefined }
  | { readonly action: 'update' | 'delete'; readonly before: T['row'] }
);

/** A record of `table` that was written, with all columns: as it was, and as it is stored now. */
export type AfterWrite<T extends AnyTable = AnyTable> = { readonly table: string } & (
  | { readonly action: 'create'; readonly before: undefined; readonly after: T['row'] }
  | { readonly action: 'update'; readonly before: T['row']; readonly after: T['row'] }
  | { readonly action: 'delete'; readonly before: T['row']; readonly after: undefined }
);

/** What a class does around each write of its own table. */
export interface WriteHooks {
  beforeWrite?: ((write: BeforeWrite) => unknown) | undefined;
  afterWrite?: ((write: AfterWrite) => unknown) | undefined;
  afterCommit?: ((write: AfterWrite) => unknown) | undefined;
}
