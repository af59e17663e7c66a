import { refuseParameter } from './refuse-parameter.ts';

/**
 * Put the items of lists together, as some clients write them: `id[in][]=1&id[in][]=2`, `id[in][0]=1&id[in][1]=2`.
 *
 * @param twice - makes the error for a list that is also given without brackets; default: 400 `E_QUERY`
 */
export function joinItems<T>(
  query: Readonly<Record<string, T | readonly T[]>>,
  isList: (name: string) => boolean,
  twice: (name: string) => Error = (name) => refuseParameter(name, 'is given twice'),
): Readonly<Record<string, T | readonly T[]>> {
  const items: { name: string; list: string; index: number }[] = [];
  for (const name in query) {
    const item = splitItem(name);
    if (item !== undefined && isList(item.list)) items.push({ name, ...item });
  }
  if (items.length === 0) return query;
  const lists = new Map<string, T[]>();
  const joined: Record<string, T | readonly T[]> = Object.assign(Object.create(null), query);
  for (const { name, list } of items.sort((a, b) => a.index - b.index)) {
    if (Object.hasOwn(query, list)) throw twice(list);
    const values = lists.get(list) ?? [];
    values.push(...([query[name]].flat() as T[]));
    lists.set(list, values);
    delete joined[name];
  }
  return Object.assign(joined, Object.fromEntries(lists));
}

/** Split the name of an item of a list: `id[in][1]` → `id[in]`, 1; `sort[]` → `sort`, 0. */
export function splitItem(parameter: string): { list: string; index: number } | undefined {
  if (!parameter.endsWith(']')) return undefined;
  const [, list, index] = /^(.+)\[(\d{0,4})\]$/.exec(parameter) ?? [];
  return list === undefined ? undefined : { list, index: Number(index) };
}
