import type { ResourceStatics } from './statics.ts';

/** The column, or the field of a related record, that a name of a class means: `static names`. */
export function columnOf(name: string, { names = {} }: Pick<ResourceStatics, 'names'>): string {
  return Object.hasOwn(names, name) ? (names[name] as string) : name;
}
