import { keyOf, type Node } from './edit-source.ts';

/**
 * Whether a rule takes the paths of a new resource before the rule of that resource: `'/:path*'`, an expression for any
 * text, a group with such a rule. A rule that takes only paths of this name, such as `'/post/search'`, is none.
 *
 * @param pattern - of the new rule, `/v1/post/:id?`
 */
export function isCatchAll(rule: Node, pattern: string): boolean {
  const path = pattern.split('/:', 1)[0] as string;
  // No resource has this name.
  const other = path.replace(/[^/]*$/, 'xqzj');
  const takes = (one: string) => mayTake(rule, one) || mayTake(rule, `${one}/1`);
  return takes(path) && takes(other);
}

// --- internal ---

interface Expressions {
  readonly elements?: readonly (Node | null)[];
  readonly properties?: readonly Node[];
  readonly expression?: Node;
  readonly value?: unknown;
  readonly pattern?: string;
  readonly flags?: string;
}

/** @returns false for what cannot be known from the source, such as a variable */
function mayTake(rule: Node, path: string): boolean {
  const node = rule as unknown as Expressions;
  if (rule.type === 'TSAsExpression') return node.expression !== undefined && mayTake(node.expression, path);
  if (rule.type === 'ObjectExpression') return groupTakes(node.properties ?? [], path);
  const [first, ...others] = (rule.type === 'ArrayExpression' && node.elements) || [];
  const isRule = others.some((one) => (one as Expressions | null)?.value === 'rest');
  if (!first || !isRule) return false;
  const search = others.some((one) => optionOf(one, 'match') === 'search');
  return expressionOf(first, search)?.test(path) ?? false;
}

function groupTakes(properties: readonly Node[], path: string): boolean {
  const member = (name: string) =>
    (properties.find((one) => keyOf(one) === name) as { readonly value?: Node } | undefined)?.value;
  const match = member('match') as (Expressions & Node) | undefined;
  const rules = (member('rules') as Expressions | undefined)?.elements ?? [];
  if (match !== undefined && !begins(match, path)) return false;
  return rules.some((one) => one !== null && mayTake(one, path));
}

/** Whether a path is in a group: it begins with its text, or its expression matches the beginning. */
function begins(match: Node & Expressions, path: string): boolean {
  if (match.type === 'RegExpLiteral') return compile(`^(?:${match.pattern})`, match.flags)?.test(path) ?? false;
  return typeof match.value === 'string' && `${path}/`.startsWith(`${match.value.replace(/\/$/, '')}/`);
}

function optionOf(node: Node | null, name: string): unknown {
  const properties = (node as Expressions | null)?.properties ?? [];
  const found = properties.find((one) => keyOf(one) === name) as { readonly value?: Expressions } | undefined;
  return found?.value?.value;
}

function expressionOf(node: Node, search: boolean): RegExp | undefined {
  const { pattern = '', flags, value } = node as unknown as Expressions;
  if (node.type === 'RegExpLiteral') return compile(search ? pattern : `^(?:${pattern})$`, flags);
  return typeof value === 'string'
    ? compile(`^${value.split('/').slice(1).map(segmentSource).join('')}/?$`, 'i')
    : undefined;
}

/** A segment of a path as an expression, with the slash before it. */
function segmentSource(segment: string): string {
  const [, own, modifier] = /^:\w+(?:\((.*)\))?([?*+]?)$/.exec(segment) ?? [];
  const isParameter = modifier !== undefined;
  if (!isParameter)
    return segment === '' ? '' : `/${segment.replace(/[.$^|\\()[\]{}*+?]/g, '\\$&').replace(/:\w+/g, '[^/]+')}`;
  const one = `/(?:${own ?? '[^/]+'})`;
  return modifier === '' ? one : modifier === '?' ? `(?:${one})?` : `(?:/.*)${modifier === '*' ? '?' : ''}`;
}

/** @returns undefined for an expression that this version of Node does not know */
function compile(source: string, flags = ''): RegExp | undefined {
  try {
    return new RegExp(source, flags.replace(/[gyd]/g, ''));
  } catch {
    return undefined;
  }
}
