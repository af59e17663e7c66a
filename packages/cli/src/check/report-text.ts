import type { CheckReport, Finding, Level } from '@rest-gen/inspect';
import type { Color, Paint } from '../report.ts';
import { oneLine, printable } from '../text.ts';

/**
 * Format findings for a terminal: a line with level, place and code, then the message and the hint; at the end a summary.
 *
 * @param columns - width of the terminal, in characters
 */
export function reportText(
  findings: readonly Finding[],
  counts: CheckReport['counts'],
  columns: number,
  paint: Paint,
): string {
  const blocks = findings.map((finding) => `${block(finding, columns, paint).join('\n')}\n`);
  const levels = (['error', 'warning', 'note'] as const).map((level) => [level, count(findings, level)] as const);
  const found = levels.flatMap(([level, many]) => (many > 0 ? [paint(COLORS[level], plural(many, level))] : []));
  const { rules, controllers, logics } = counts;
  const looked = [plural(rules, 'rule'), plural(controllers, 'controller'), plural(logics, 'logic')].join(', ');
  const summary = found.length === 0 ? paint('green', 'Nothing found') : found.join(', ');
  return `${[...blocks, `${summary} in ${looked}`].join('\n')}\n`;
}

/** The number of findings of a level. */
export function count(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** The known place of a finding: `src/config/router.ts:7:3`. */
export function placeOf({ file, line, column }: Finding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

// --- internal ---

const COLORS: Readonly<Record<Level, Color>> = { error: 'red', warning: 'yellow', note: 'gray' };
/** Longer than the longest level. */
const INDENT = 9;

function block(finding: Finding, columns: number, paint: Paint): string[] {
  const { level, code, rule, message, hint } = finding;
  const where = oneLine(placeOf(finding));
  const head = paint(COLORS[level], level.padEnd(INDENT)) + (where === '' ? code : `${where}  ${code}`);
  const text = rule === undefined ? message : `rule ${rule.number} ${rule.text}: ${message}`;
  const lines = [...wrap(printable(text), columns - INDENT), ...wrap(printable(hint), columns - INDENT)];
  return [head, ...lines.map((line) => ' '.repeat(INDENT) + line)];
}

function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    // Keep commands in one line, so that they can be copied.
    for (const word of paragraph.trim().match(/npx rest-gen [\w/ -]*?-r|[^ ]+/g) ?? []) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

function plural(many: number, word: string): string {
  return `${many} ${word}${many === 1 ? '' : 's'}`;
}
