/**
 * Whether a hook or a method of a class decides which values are stored: a body need not have all of them, and may have
 * others. A base class in the project may do it, too; the generated one has `addRecords` already.
 */
export function addsValues({ prototype }: { readonly prototype: object }): boolean {
  if ('beforeWrite' in prototype || Object.hasOwn(prototype, 'addRecords')) return true;
  return countOwners(prototype, 'addRecords') > 2 || countOwners(prototype, 'writable') > 1;
}

// --- internal ---

/** How many classes have a method of their own; the base class of this package is one of them. */
function countOwners(prototype: object, name: string): number {
  let owners = 0;
  for (let one: object | null = prototype; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    if (Object.hasOwn(one, name)) owners++;
  }
  return owners;
}
