import type { FieldNames } from '../field-names.ts';
import type { Row } from '../types.ts';
import type { AfterWrite, BeforeWrite, WriteHooks } from './write-hooks.ts';

/** Hooks that are called with records in the names of a version, without fields of related records. */
export function renameHooks({ beforeWrite, afterWrite, afterCommit }: WriteHooks, names: FieldNames): WriteHooks {
  const show = (row: Row | undefined): Row | undefined => row && names.shownRow(row);
  const after = (hook: (write: AfterWrite) => unknown) => (write: AfterWrite) =>
    hook({ ...write, before: show(write.before), after: show(write.after) } as AfterWrite);
  return {
    beforeWrite:
      beforeWrite &&
      (async (write) => {
        const named = { ...write, values: names.shownRow(write.values), before: show(write.before) } as BeforeWrite;
        await beforeWrite(named);
        Object.assign(write, { values: names.storedRow(named.values) });
      }),
    afterWrite: afterWrite && after(afterWrite),
    afterCommit: afterCommit && after(afterCommit),
  };
}
