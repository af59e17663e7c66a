import { keyOf, literal } from '../render.ts';

/** The place of a text in a ThinkJS project: its file, relative to the project, and its line, from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** A value as a source says it. Nothing is executed: what cannot be read is `unknown`. */
export type Value = ObjectValue | ListValue | PlainValue | UnknownValue;

export interface ObjectValue {
  readonly kind: 'object';
  readonly at: SourcePlace;
  readonly members: Map<string, Value>;
  /** Members of unknown names: `...others`. */
  readonly unknown: UnknownValue[];
}

export interface ListValue {
  readonly kind: 'list';
  readonly at: SourcePlace;
  readonly items: readonly Value[];
}

export interface PlainValue {
  readonly kind: 'plain';
  readonly at: SourcePlace;
  readonly value: string | number | boolean | null | undefined | RegExp;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly at: SourcePlace;
  /** The source. */
  readonly text: string;
}

/** Something that was not converted, or that means something else here. */
export interface Leftover extends SourcePlace {
  /** `postAction.name.in: Object.keys(roles) is not a constant of this file` */
  readonly message: string;
}

/** Plain data of a value: the first part of it that is unknown, if there is one. */
export function dataOf(value: Value): { readonly data: unknown } | { readonly unknown: UnknownValue } {
  const missing = findUnknown(value);
  return missing === undefined ? { data: toData(value) } : { unknown: missing };
}

/** Make an object of data, whatever its keys are. */
export function toObject(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** A piece of source, which {@link writeData} writes as it is. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/**
 * Write data as the literal of JavaScript that it is, on several lines where one would be too long.
 *
 * @param indent - spaces before the line that it begins in
 * @param before - characters of that line before it
 */
export function writeData(data: unknown, indent: number = 0, before: number = indent): string {
  const line = writeLine(data);
  if (before + line.length + 1 <= WIDTH || !hasParts(data)) return line;
  const inner = ' '.repeat(indent + 2);
  const isList = Array.isArray(data);
  const parts = Object.entries(data).map(([name, value]) => {
    const key = isList ? '' : `${keyOf(name)}: `;
    return `${inner}${key}${writeData(value, indent + 2, indent + 2 + key.length)},\n`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.join('')}${' '.repeat(indent)}${close}`;
}

// --- internal ---

/** Of a line in generated files. */
const WIDTH = 120;

function hasParts(data: unknown): data is object {
  return typeof data === 'object' && data !== null && !(data instanceof RegExp) && !(data instanceof Code);
}

function findUnknown(value: Value): UnknownValue | undefined {
  if (value.kind === 'unknown') return value;
  if (value.kind === 'plain') return undefined;
  if (value.kind === 'object' && value.unknown.length > 0) return value.unknown[0];
  for (const child of value.kind === 'list' ? value.items : value.members.values()) {
    const found = findUnknown(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toData(value: Value): unknown {
  if (value.kind === 'list') return value.items.map(toData);
  if (value.kind === 'object') return toObject([...value.members].map(([name, one]) => [name, toData(one)] as const));
  return value.kind === 'plain' ? value.value : undefined;
}

function writeLine(data: unknown): string {
  if (typeof data === 'string') return literal(data);
  if (Array.isArray(data)) return `[${data.map(writeLine).join(', ')}]`;
  if (!hasParts(data)) return String(data);
  const members = Object.entries(data).map(([name, value]) => `${keyOf(name)}: ${writeLine(value)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
