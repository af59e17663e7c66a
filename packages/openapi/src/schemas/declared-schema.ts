import type { CompiledAction, Section } from '@rest-gen/logic';
import type { Schema } from '../types.ts';
import { mapMembers } from './map-members.ts';

/** What a logic declares for a section, as clients should send it, with patterns that generators can write into code. */
export function declaredSchema(logic: CompiledAction | undefined, section: Section): Schema | undefined {
  const schema = logic?.toJSONSchema(section, { blank: false });
  return schema && withPortablePatterns(schema);
}

/**
 * Write quotes in a regular expression as escapes: generators put the text into a string or a template, and do not
 * escape it.
 */
export function portablePattern(source: string): string {
  return source.replace(/\\?["'`]|\\./gs, (text) => QUOTES[text.at(-1) as string] ?? text);
}

// --- internal ---

const QUOTES: Readonly<Record<string, string>> = { '"': '\\x22', "'": '\\x27', '`': '\\x60' };

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples']);

function withPortablePatterns<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, name) => {
    if (name === 'pattern' && typeof member === 'string') return portablePattern(member);
    return DATA.has(name) ? member : withPortablePatterns(member);
  }) as T;
}
