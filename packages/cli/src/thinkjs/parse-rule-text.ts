import { parseExpression } from '@babel/parser';
import { evaluate } from './evaluate.ts';
import type { Expression } from './syntax.ts';
import type { ObjectValue, SourcePlace, Value } from './value.ts';

/**
 * Parse the rules of a field in ThinkJS 2: `required|string|length:2,20|default:[1]`.
 *
 * @returns the rules as the object that ThinkJS makes of it; arguments are lists of text
 */
export function parseRuleText(text: string, at: SourcePlace): ObjectValue {
  const members = new Map<string, Value>();
  for (const part of text.split('|').map((one) => one.trim())) {
    if (part === '') continue;
    const colon = part.indexOf(':');
    const name = colon === -1 ? part : part.slice(0, colon);
    members.set(
      name,
      colon === -1 ? { kind: 'plain', at, value: true } : parseArgument(name, part.slice(colon + 1), at),
    );
  }
  return { kind: 'object', at, members, unknown: [] };
}

// --- internal ---

function parseArgument(name: string, source: string, at: SourcePlace): Value {
  const text = source.trim();
  if (/^[[{]/.test(text)) {
    const value = parseLiteral(text, at);
    return name === 'default' ? value : { kind: 'list', at, items: [value] };
  }
  if (name === 'default') return { kind: 'plain', at, value: text };
  return { kind: 'list', at, items: text.split(/ *, */).map((value) => ({ kind: 'plain', at, value })) };
}

function parseLiteral(text: string, at: SourcePlace): Value {
  try {
    const none = () => undefined;
    const value = evaluate(parseExpression(text) as Expression, { ...at, source: text, constant: none, member: none });
    return { ...value, at };
  } catch {
    return { kind: 'unknown', at, text };
  }
}
