import type { RouteRow } from '@rest-gen/router';
import { oneLine } from '../text.ts';
import { methodsText, NO_CONTROLLER } from './route-lines.ts';

/** Format routes as a Markdown table. */
export function routeTable(rows: readonly RouteRow[]): string {
  const cells = rows.map((row) => [
    row.number,
    code(row.rule),
    row.skipped === undefined ? code(row.controller ?? '') || NO_CONTROLLER : `skipped: ${oneLine(row.skipped)}`,
    methodsText(row.collection),
    methodsText(row.item),
    code(row.file ?? ''),
    code(row.logic ?? ''),
  ]);
  const titles = ['#', 'Rule', 'Controller', 'Collection', 'Item', 'File', 'Logic'];
  return [titles, titles.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |\n`).join('');
}

// --- internal ---

/** A bar ends a cell even in code (GitHub Flavored Markdown 4.10); code with backticks needs longer fences. */
function code(raw: string): string {
  const text = oneLine(raw);
  if (text === '') return '';
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
