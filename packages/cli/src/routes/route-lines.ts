import type { RouteRow } from '@rest-gen/router';
import type { Color, Paint } from '../report.ts';
import { oneLine, shorten } from '../text.ts';

/** The list of routes, and whether a part of it did not fit. */
export interface RouteList {
  readonly text: string;
  readonly isShortened: boolean;
}

/**
 * Format routes, each in one line: rule, controller and methods, then policy, file and logic.
 *
 * @param columns - width of the terminal, in characters: what does not fit is shortened, and the last columns are left
 *   out; without it every line is complete
 */
export function routeLines(rows: readonly RouteRow[], columns: number | undefined, paint: Paint): RouteList {
  if (rows.length === 0) return { text: '', isShortened: false };
  const cells = [TITLES, ...rows.map(cellsOf)];
  const natural = TITLES.map((_title, index) => Math.max(...cells.map((row) => (row[index] as string).length)));
  // A project without policies has no such column.
  const isUsed = (index: number): boolean => index <= METHODS || cells.slice(1).some((row) => row[index] !== '');
  const shown = [...TITLES.keys()].filter(isUsed);
  const widths =
    columns === undefined ? natural.map((width, index) => (isUsed(index) ? width : 0)) : fit(natural, shown, columns);
  const before = widths.slice(0, 2).reduce((sum, width) => sum + width + GAP, 0);
  const lines = cells.map((row, at) => {
    const why = reasonOf(rows[at - 1]);
    const all = row.map((text, index): Cell => [text, widths[index] as number, at === 0 ? 'gray' : COLORS[index]]);
    if (why === undefined) return lineOf(all, paint);
    return lineOf([...all.slice(0, 2), [why, columns === undefined ? why.length : columns - before, 'yellow']], paint);
  });
  const isShortened = shown.some((index) => (widths[index] ?? 0) < (natural[index] ?? 0));
  return { text: `${lines.join('\n')}\n`, isShortened };
}

// --- internal ---

type Cell = readonly [text: string, width: number, color: Color | undefined];

const TITLES: readonly string[] = ['#', 'rule', 'controller', 'collection', 'item', 'policy', 'file', 'logic'];
const COLORS = ['gray', undefined, 'green', undefined, undefined, undefined, 'gray', 'gray'] as const;
/** The last column that is always shown. */
const METHODS = 4;
const GAP = 2;
/** Characters of a policy that say something. */
const MIN_POLICY = 24;

function cellsOf({ number, rule, controller = '', collection, item, file, logic, policy }: RouteRow): string[] {
  const files = controller === '' ? ['', ''] : [oneLine(file ?? ''), oneLine(logic ?? '(no logic)')];
  const methods = [methodsText(collection), methodsText(item)];
  return [number, oneLine(rule), oneLine(controller), ...methods, policyText(policy), ...files];
}

/** Why a rule leads to no controller; the captures of a rule may not name one. */
function reasonOf(row: RouteRow | undefined): string | undefined {
  if (row?.skipped !== undefined) return `skipped: ${oneLine(row.skipped)}`;
  return row !== undefined && row.controller === undefined ? 'no controller' : undefined;
}

/** The methods of a row; HEAD is left out if there is GET. */
function methodsText(methods: readonly string[]): string {
  return methods.filter((method) => method !== 'HEAD' || !methods.includes('GET')).join(' ');
}

/** The width of each column: the widest ones are shortened until rule, controller and methods fit; 0 is left out. */
function fit(natural: readonly number[], shown: readonly number[], columns: number): number[] {
  const widths = natural.map((width, index) => (index <= METHODS ? Math.min(width, columns) : 0));
  const sum = (): number => widths.reduce((all, width) => all + (width > 0 ? width + GAP : 0), -GAP);
  for (let over = sum() - columns; over > 0; over--) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = Math.max(widest - 1, 2);
  }
  for (const index of shown.filter((one) => one > METHODS)) {
    const room = columns - sum() - GAP;
    const width = natural[index] as number;
    if (width <= room) widths[index] = width;
    else if (TITLES[index] === 'policy' && room >= MIN_POLICY) widths[index] = room;
  }
  return widths;
}

function lineOf(cells: readonly Cell[], paint: Paint): string {
  const shown = cells.filter(([, width]) => width > 0);
  const last = shown.findLastIndex(([text]) => text !== '');
  return shown
    .slice(0, last + 1)
    .map(([text, width, color], index) => {
      const cell = shorten(text, width);
      const gap = index === last ? '' : ' '.repeat(width - cell.length + GAP);
      return (color === undefined || cell === '' ? cell : paint(color, cell)) + gap;
    })
    .join('');
}

/** Format who may do what: `read: everyone · create: user · update, delete: nobody`. */
function policyText(policy: RouteRow['policy']): string {
  if (policy === undefined) return '';
  const { always, read, create, update, delete: remove } = policy;
  const operations = { ...(always !== undefined && { always }), read, create, update, delete: remove };
  // Operations with the same rules are named together.
  const named = new Map<string, string[]>();
  for (const [name, text] of Object.entries(operations)) named.set(text, [...(named.get(text) ?? []), name]);
  return [...named].map(([text, names]) => `${names.join(', ')}: ${withoutHead(oneLine(text))}`).join(' · ');
}

/** `(user) => ({ id: user.id })` says no more than what it returns. */
function withoutHead(text: string): string {
  return text.replace(/\(user\) => (?:\((\{[^{}()]*\})\))?/g, '$1');
}
