import type { ControllerDescription, OperationDescription, PathDescription } from '@rest-gen/router';

/** The operations of a path: the action that its rule names, else those of a record or of the collection. */
export function operationsAt(
  { item, collection, actions }: ControllerDescription,
  { isItem, action }: PathDescription,
): readonly OperationDescription[] {
  if (action === undefined) return isItem ? item : collection;
  const own = actions.get(action);
  return own === undefined ? [] : [own];
}
