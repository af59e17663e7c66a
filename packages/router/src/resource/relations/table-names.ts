/**
 * The tables that a list relation can mean: its name, and its name in the singular; in snake case, too.
 *
 * @example tableNames('blogCategories') // ['blogCategories', 'blogCategory', …, 'blog_categories', 'blog_category', …]
 */
export function tableNames(relation: string): string[] {
  return [...new Set([relation, toSnakeCase(relation)].flatMap(singularNames))];
}

/** The columns that a relation to one record can mean: `author` → `author_id`, `authorId`. */
export function columnNames(relation: string): string[] {
  return [...new Set([`${relation}_id`, `${toCamelCase(relation)}Id`, `${toSnakeCase(relation)}_id`])];
}

/** `blogPost` → `blog_post` */
export function toSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toLowerCase();
}

/** A name, and what it can be the plural of. */
export function singularNames(name: string): string[] {
  return [
    name,
    ...ENDINGS.flatMap(([plural, singular]) => (plural.test(name) ? [name.replace(plural, singular)] : [])),
  ];
}

/** The names in an option of a relation, `'id,name'` or a list. */
export function namesIn(names: string | readonly string[]): string[];
export function namesIn(names: string | readonly string[] | undefined): string[] | undefined;
export function namesIn(names: string | readonly string[] | undefined): string[] | undefined {
  return names === undefined ? undefined : [names].flat().flatMap((text) => text.split(',').map((name) => name.trim()));
}

// --- internal ---

/** What an English plural can be the plural of, the likeliest first; the tables say which of them is meant. */
const ENDINGS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/ies$/, 'y'],
  [/(?<=s|x|z|ch|sh)es$/, ''],
  [/(?<!s)s$/, ''],
];

/** `blog_post` → `blogPost` */
function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
