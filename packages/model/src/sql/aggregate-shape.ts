import type { AggregateOperation } from '../core/provider.ts';
import type { GroupKey } from '../core/read-aggregate.ts';
import type { Direction } from '../core/types.ts';
import type { Comparison, Field, Slot } from './shape.ts';

/** What is computed of groups of rows. */
export interface AggregateShape {
  readonly group: readonly Field[];
  readonly count: boolean;
  readonly computed: readonly { readonly operation: AggregateOperation; readonly field: Field }[];
  readonly where: readonly Comparison[];
  readonly orderBy: readonly (readonly [key: GroupKey, direction: Direction])[];
  readonly after: readonly (Slot | null)[] | undefined;
  readonly limit: Slot | number | undefined;
}
