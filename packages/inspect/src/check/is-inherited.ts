/** Whether a class has an action of its base class: what it writes itself may do anything. */
export function isInherited(Class: unknown, action: string): boolean {
  const { prototype } = Class as { prototype: object };
  return action in prototype && !Object.hasOwn(prototype, action);
}
