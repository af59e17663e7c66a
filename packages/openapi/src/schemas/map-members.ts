/** Replace the members of an object or list; without a change it is the same one, not a copy. */
export function mapMembers<T extends object>(value: T, change: (member: unknown, name: string) => unknown): T {
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const changed = change(member, name);
    if (changed === member) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = changed;
  }
  return (copy ?? value) as T;
}
