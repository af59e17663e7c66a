/**
 * Whether a hook or a method of a class may set values in each record that is added, so that a body need not have them. The base class has `addRecords`,
 * too.
 */
export function addsValues({ prototype }: { readonly prototype: object }): boolean {
  return 'beforeWrite' in prototype || ['addRecords', 'writable'].some((name) => Object.hasOwn(prototype, name));
}
