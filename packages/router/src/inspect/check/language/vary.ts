import { CHARACTERS, sortClasses } from './characters.ts';
import type { Language } from './read-language.ts';

/** Makes other paths of a path. */
export type Vary = (path: string, count: number) => string[];

/**
 * Make a function that puts other characters in their place, which the automata do not tell apart: expressions that are only roughly known may.
 *
 * The same paths come each time.
 */
export function createVary(languages: readonly Language[]): Vary {
  const { classOf } = sortClasses(languages.flatMap(({ machines }) => machines.map((machine) => machine.classOf)));
  const members = new Map<number, string[]>();
  for (const [at, own] of classOf.entries()) {
    const list = members.get(own) ?? [];
    members.set(own, list);
    list.push(CHARACTERS[at] as string);
  }
  let seed = 1;
  const choose = (list: readonly string[]): string => {
    // Park and Miller, Random number generators: good ones are hard to find (1988).
    seed = (seed * 48_271) % 2_147_483_647;
    return list[seed % list.length] as string;
  };
  return (path, count) =>
    Array.from({ length: count }, () =>
      Array.from(path, (char) => choose(members.get(classOf[CHARACTERS.indexOf(char)] as number) as string[])).join(''),
    );
}
