import type { SectionDeclaration } from '../declaration/read-section.ts';
import type { RunOptions } from '../types.ts';
import { adaptSections } from './adapt-sections.ts';
import { compileTests, type Tests } from './compile-tests.ts';

/** The tests of the sections for every way to read them, each made when it is first needed. */
export function createVariants(sections: readonly SectionDeclaration[]): (options: RunOptions) => Tests {
  type Ways = (Tests | undefined)[];
  const usual: Ways = [];
  const byGiven = new WeakMap<ReadonlySet<string>, Ways>();
  const waysFor = (given: ReadonlySet<string>): Ways => {
    const known = byGiven.get(given);
    if (known !== undefined) return known;
    const ways: Ways = adaptSections(sections, { given }) === sections ? usual : [];
    byGiven.set(given, ways);
    return ways;
  };
  return (options) => {
    const { textBody = false, openQuery = false, given } = options;
    const ways = given === undefined ? usual : waysFor(given);
    const way = (textBody ? 1 : 0) + (openQuery ? 2 : 0);
    ways[way] ??= compileTests(adaptSections(sections, options), { textBody });
    return ways[way];
  };
}
