import { findList } from './find-list.ts';
import type { List } from './read-value.ts';
import { ruleText } from './route.ts';

/**
 * What removing a rule from a file comes to: the file without it; no such rule; or a rule of this pattern that is another one than the
 * generator writes, or that cannot be taken out for certain.
 */
export type RemovedRule = { readonly source: string } | 'absent' | 'other';

/**
 * Remove the rule of a pattern from the list that a file exports: the inverse of adding it. Comments stay, and everything else too, byte for
 * byte.
 *
 * @param file - name of the file; its extension says whether it is TypeScript
 * @param pattern - `/post/:id?`
 */
export function removeRule(source: string, file: string, pattern: string): RemovedRule {
  const list = findList(source, file);
  if (list === undefined) return 'other';
  const found = list.elements.flatMap((element, index) => (element?.pattern === pattern ? [index] : []));
  const [index] = found;
  if (index === undefined) return 'absent';
  const element = list.elements[index] as Span;
  if (found.length > 1 || !isGenerated(source.slice(element.start, element.end), pattern)) return 'other';
  const edited = removeElement(source, list, index);
  // The proof of the edit: one rule less, and the others as they were.
  const proof = findList(edited, file);
  const isRight =
    proof !== undefined && textsOf(edited, proof).join() === textsOf(source, list).toSpliced(index, 1).join();
  return isRight ? { source: edited } : 'other';
}

// --- internal ---

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Quotation marks, spaces and a last comma are a matter of formatters. */
function isGenerated(text: string, pattern: string): boolean {
  const plain = (rule: string) => rule.replace(/["'`]/g, "'").replace(/\s+/g, '').replace(/,\]$/, ']');
  return plain(text) === plain(ruleText(pattern));
}

function textsOf(source: string, list: List): string[] {
  return list.elements.map((element) => (element === null ? '' : source.slice(element.start, element.end)));
}

function removeElement(source: string, list: List, index: number): string {
  const { start, end } = list.elements[index] as Span;
  const close = list.end - 1;
  const comma = commaAfter(source, end, close);
  const before = list.elements[index - 1];
  // The last one of a list whose last one has no comma: the comma before it goes too.
  const orphan = comma === undefined && before ? commaAfter(source, before.end, start) : undefined;
  const line = ownLines(source, start, comma ?? end, close);
  const isBare = comma === undefined || source.slice(end, comma - 1).trim() === '';
  if (line && isBare) return cut(source, [...commaAt(orphan), line]);
  if (orphan !== undefined) {
    const isNext = source.slice(orphan, start).trim() === '';
    return cut(source, isNext ? [{ start: orphan - 1, end }] : [...commaAt(orphan), { start, end }]);
  }
  const isLast = index === list.elements.length - 1 && source.slice(comma ?? end, close).trim() === '';
  const from = isLast ? start - blanksBefore(source, start) : start;
  if (isBare)
    return cut(source, [{ start: from, end: (comma ?? end) + (isLast ? 0 : blanksAfter(source, comma ?? end)) }]);
  return cut(source, [{ start, end: end + blanksAfter(source, end) }, ...commaAt(comma)]);
}

/** The lines of an element, where nothing else is on them. */
function ownLines(source: string, start: number, end: number, close: number): Span | undefined {
  const lineStart = start - blanksBefore(source, start);
  const feed = source.indexOf('\n', end);
  const isAlone =
    source[lineStart - 1] === '\n' && feed !== -1 && feed < close && source.slice(end, feed).trim() === '';
  return isAlone ? { start: lineStart, end: feed + 1 } : undefined;
}

function commaAt(behind: number | undefined): Span[] {
  return behind === undefined ? [] : [{ start: behind - 1, end: behind }];
}

/** Leave parts of a text out; they come in order. */
function cut(source: string, spans: readonly Span[]): string {
  let at = 0;
  const kept = spans.map(({ start, end }) => {
    const part = source.slice(at, start);
    at = end;
    return part;
  });
  return kept.join('') + source.slice(at);
}

function blanksBefore(source: string, offset: number): number {
  return (/[ \t]*$/.exec(source.slice(0, offset)) as RegExpExecArray)[0].length;
}

function blanksAfter(source: string, offset: number): number {
  return (/^[ \t]*/.exec(source.slice(offset)) as RegExpExecArray)[0].length;
}

/** Offset behind the comma that follows an element; comments between them are passed over. */
function commaAfter(source: string, end: number, close: number): number | undefined {
  const gap = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
  let offset = end;
  for (gap.lastIndex = end; gap.test(source); gap.lastIndex = offset) offset = gap.lastIndex;
  return offset < close && source[offset] === ',' ? offset + 1 : undefined;
}
