import type { List } from './read-value.ts';

/**
 * Insert a rule behind the last one of a list, in the layout that the list has.
 *
 * @param list - the list with its offsets in `source`; its last element is not a hole
 * @param rule - the text of the rule, without a comma
 */
export function insertRule(source: string, list: List, rule: string): string {
  const last = list.elements.at(-1);
  const at: Place = {
    open: list.start + 1,
    close: list.end - 1,
    eol: source.includes('\r\n') ? '\r\n' : '\n',
    base: indentAt(source, list.start),
    unit: /^\t/m.test(source) ? '\t' : '  ',
  };
  if (!last) return insertFirst(source, at, rule);
  const isOneLine = !source.slice(at.open, at.close).includes('\n');
  if (!isOneLine) return insertLine(source, at, last, rule);
  // Formatters keep one rule on the line of its list, and never two.
  const isOnly = list.elements.length === 1 && last.isList;
  return isOnly ? breakLines(source, at, last, rule) : splice(source, last.end, `, ${rule}`);
}

// --- internal ---

/** Where a list is: offsets behind its opening and before its closing bracket, line end, and indentation of it and of what is in it. */
interface Place {
  readonly open: number;
  readonly close: number;
  readonly eol: string;
  readonly base: string;
  readonly unit: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function insertFirst(source: string, { open, close, eol, base, unit }: Place, rule: string): string {
  const comments = source.slice(open, close).trimEnd();
  if (comments === '') return `${source.slice(0, open)}${rule}${source.slice(close)}`;
  const tail = source.slice(open + comments.length, close);
  const closing = tail.includes('\n') ? tail : `${eol}${base}`;
  return `${source.slice(0, open)}${comments}${eol}${base}${unit}${rule},${closing}${source.slice(close)}`;
}

function breakLines(source: string, { open, close, eol, base, unit }: Place, last: Span, rule: string): string {
  const step = `${eol}${base}${unit}`;
  const comma = commaAfter(source, last.end, close);
  const only = comma === undefined ? `${source.slice(open, last.end)},` : source.slice(open, comma);
  const rest = source.slice(comma ?? last.end, close).trim();
  const lines = `${step}${only.trim()}${rest === '' ? '' : ` ${rest}`}${step}${rule},${eol}${base}`;
  return `${source.slice(0, open)}${lines}${source.slice(close)}`;
}

/** The new rule goes below the line of the last one, behind its comma and comment, and takes indentation and comma style over. */
function insertLine(source: string, { close, eol }: Place, last: Span, rule: string): string {
  const comma = commaAfter(source, last.end, close);
  const line = `${eol}${indentAt(source, last.start)}${rule}`;
  const lineEnd = endOfLine(source, comma ?? last.end, close);
  return comma === undefined
    ? splice(splice(source, lineEnd, line), last.end, ',')
    : splice(source, lineEnd, `${line},`);
}

/** Offset behind the comma that follows the last rule; comments between them are passed over. */
function commaAfter(source: string, end: number, close: number): number | undefined {
  const gap = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
  let offset = end;
  for (gap.lastIndex = end; gap.test(source); gap.lastIndex = offset) offset = gap.lastIndex;
  return offset < close && source[offset] === ',' ? offset + 1 : undefined;
}

/** Where the line of an offset ends, its carriage return and trailing blanks left out; not behind `close`. */
function endOfLine(source: string, from: number, close: number): number {
  const feed = source.indexOf('\n', from);
  const end = feed === -1 || feed > close ? close : feed;
  return from + source.slice(from, end).trimEnd().length;
}

/** The white space that begins the line of an offset. */
function indentAt(source: string, offset: number): string {
  const lineStart = source.lastIndexOf('\n', offset - 1) + 1;
  return (/^[ \t]*/.exec(source.slice(lineStart, offset)) as RegExpExecArray)[0];
}

function splice(source: string, offset: number, text: string): string {
  return source.slice(0, offset) + text + source.slice(offset);
}
