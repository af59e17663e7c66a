import type { Layer, Values } from './write.ts';

/** `delete` writes the time into the column of `static softDelete`; the deleted records themselves are removed for good. */
export const softDelete: Layer = {
  name: 'soft delete',
  appliesTo: ({ options }) => !options.isDeleted,
  run(write, next) {
    const { deletedAt } = write.description;
    if (write.action !== 'delete' || deletedAt === undefined) return next(write);
    const time: Values = {
      columns: { [deletedAt]: new Date() },
      related: undefined,
      named: [],
      index: undefined,
    };
    return next({ ...write, values: [time] });
  },
};
