import type { RouteRow } from '@rest-gen/router';
import type { Paint } from '../report.ts';
import { oneLine, shorten } from '../text.ts';

/**
 * Format routes for a terminal: each rule, and below it its controllers with methods and files in columns.
 *
 * The logic, or both files, go to lines of their own if they do not fit.
 *
 * @param columns - width of the terminal, in characters
 */
export function routeLines(rows: readonly RouteRow[], columns: number, paint: Paint): string {
  if (rows.length === 0) return '';
  const indent = Math.max(...rows.map(({ number }) => number.length)) + 2;
  const served = rows.filter(({ controller }) => controller !== undefined).map(cellsOf);
  const layout = layoutFor([TITLES, ...served], columns - indent);
  const under = (lines: readonly string[]) => lines.map((line) => `${' '.repeat(indent)}${line}`);
  const lines = [paint('gray', `${'#'.padEnd(indent)}rule`), ...under(cellLines(TITLES, layout, paint, GRAY))];
  for (const [at, row] of rows.entries()) {
    if (row.number !== rows[at - 1]?.number) {
      const [first = '', ...rest] = breakRule(oneLine(row.rule), columns - indent);
      lines.push(paint('gray', row.number.padEnd(indent)) + first, ...under(rest));
    }
    if (row.skipped !== undefined) lines.push(...under([paint('yellow', `skipped: ${oneLine(row.skipped)}`)]));
    else if (row.controller === undefined) lines.push(...under([paint('yellow', NO_CONTROLLER)]));
    else
      lines.push(...under([...cellLines(cellsOf(row), layout, paint, COLORS), ...policyLines(row, columns - indent)]));
  }
  return `${lines.join('\n')}\n`;
}

// --- internal ---

/** The methods of a row; HEAD is left out if there is GET. */
function methodsText(methods: readonly string[]): string {
  return methods.filter((method) => method !== 'HEAD' || !methods.includes('GET')).join(' ');
}

/** Printed instead of a controller, for a rule whose captures cannot name one. */
const NO_CONTROLLER = 'no controller';

/** Controller, methods of the collection, methods of a record, file, logic. */
type Cells = readonly [string, string, string, string, string];

const TITLES: Cells = ['controller', 'collection', 'item', 'file', 'logic'];
const COLORS = ['green', undefined, undefined, 'gray', 'gray'] as const;
const GRAY = ['gray', 'gray', 'gray', 'gray', 'gray'] as const;
const GAP = 2;

interface Layout {
  /** Widths of the columns in the first line; each of the other cells has a line of its own. */
  readonly widths: readonly number[];
  /** Indentation of these lines. */
  readonly below: number;
}

function cellsOf({ controller = '', collection, item, file, logic }: RouteRow): Cells {
  const methods = [methodsText(collection), methodsText(item)] as const;
  return [oneLine(controller), ...methods, oneLine(file ?? ''), oneLine(logic ?? '(no logic)')];
}

function layoutFor(rows: readonly Cells[], columns: number): Layout {
  const widths = TITLES.map((_title, index) => Math.max(...rows.map((cells) => (cells[index] as string).length)));
  const start = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + GAP, 0);
  const [, , , file = 0, logic = 0] = widths;
  if (start(4) + logic <= columns) return { widths, below: 0 };
  // The logic goes below the file, or both go below the controller.
  if (start(3) + Math.max(file, logic) <= columns) return { widths: widths.slice(0, 4), below: start(3) };
  return { widths: widths.slice(0, 3), below: GAP };
}

function cellLines(
  cells: Cells,
  { widths, below }: Layout,
  paint: Paint,
  colors: readonly (Parameters<Paint>[0] | undefined)[],
): string[] {
  const painted = cells.map((text, index) => {
    const color = colors[index];
    return color === undefined || text === '' ? text : paint(color, text);
  });
  const beside = widths.map(
    (width, index) => painted[index] + ' '.repeat(width - (cells[index] as string).length + GAP),
  );
  return [beside.join('').trimEnd(), ...painted.slice(widths.length).map((text) => ' '.repeat(below) + text)];
}

/** Break a long rule between its elements, and long elements anywhere. */
function breakRule(rule: string, columns: number): string[] {
  const lines: string[] = [];
  for (const part of rule.split(/(?<=, )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.trimEnd().length <= columns) lines[lines.length - 1] = last + part;
    else for (let at = 0; at < part.length; at += columns) lines.push(part.slice(at, at + columns));
  }
  return lines.map((line) => line.trimEnd());
}

/**
 * Format who may do what with the table of a route: `read: everyone · create: user · update, delete: nobody`, with long
 * sources shortened.
 *
 * @param columns - characters of a line
 */
function policyLines({ policy }: Pick<RouteRow, 'policy'>, columns: number): string[] {
  if (policy === undefined) return [];
  const { always, read, create, update, delete: remove } = policy;
  const operations = { ...(always !== undefined && { always }), read, create, update, delete: remove };
  // Operations with the same rules are named together.
  const named = new Map<string, string[]>();
  for (const [name, text] of Object.entries(operations)) named.set(text, [...(named.get(text) ?? []), name]);
  const lines: string[] = [];
  for (const [text, names] of named) {
    const part = shorten(`${names.join(', ')}: ${withoutHead(oneLine(text))}`, columns - INDENT.length);
    const last = lines.at(-1);
    if (last !== undefined && last.length + SEPARATOR.length + part.length <= columns) {
      lines[lines.length - 1] = last + SEPARATOR + part;
    } else lines.push(INDENT + part);
  }
  return lines;
}

const INDENT = '  ';
const SEPARATOR = ' · ';

/** `(user) => ({ id: user.id })` says no more than what it returns. */
function withoutHead(text: string): string {
  return text.replace(/\(user\) => (?:\((\{[^{}()]*\})\))?/g, '$1');
}
