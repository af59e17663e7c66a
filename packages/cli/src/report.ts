import { relative } from 'node:path';
import type { CliError } from './errors.ts';
import type { ComparedFile, Status } from './files/compare-file.ts';
import type { Io, Output } from './io.ts';
import { printable } from './text.ts';

/** The result of a command. */
export interface Outcome {
  readonly exitCode: number;
  /** Results, for stdout. */
  readonly text: string;
  /** Results, for `--json`. */
  readonly json: object;
  /** Notes for stderr, one paragraph each. */
  readonly notes: readonly string[];
  /** Why the command failed; the results above are still valid. */
  readonly error?: CliError | undefined;
}

/** Colors a word, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

export type Color = 'green' | 'yellow' | 'red' | 'gray';

/** Use colors on a terminal, unless `NO_COLOR` (no-color.org) or `TERM=dumb` is set; `FORCE_COLOR` decides alone, as in Node: 0, or 1 and above. */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const isAuto = output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const isPlain = env.FORCE_COLOR ? /^(?:0|false)$/.test(env.FORCE_COLOR) : !isAuto;
  return isPlain ? (_color, text) => text : (color, text) => `\u001b[${CODES[color]}m${text}\u001b[39m`;
}

/** Format files, one in a line: `create     src/controller/post.ts`. */
export function fileLines(files: readonly ComparedFile[], paint: Paint): string {
  return files.map((file) => `${lineOf(file, paint)}\n`).join('');
}

/** Files for `--json`. */
export function fileObjects(files: readonly ComparedFile[]): object[] {
  return files.map(({ path, status, reason, rule, byHand }) => ({ status, path, reason, rule, byHand }));
}

/** Format an error: what is wrong, then how to fix it. */
export function errorText(error: CliError, paint: Paint): string {
  return `${paint('red', 'error')} ${fold(`${error.message} (${error.code})`, 6)}\n      ${fold(error.fix, 6)}\n`;
}

/** Width of the terminal in characters; 80 without a terminal, and at least 20. */
export function widthOf({ isTTY, columns }: Output): number {
  return Math.max((isTTY && columns) || 80, 20);
}

/** A line on a terminal that says what is being done, until it is cleared. */
export function progressLine({ stderr, env }: Pick<Io, 'stderr' | 'env'>): {
  show: (text: string) => void;
  clear: () => void;
} {
  const hasLine = stderr.isTTY === true && env.TERM !== 'dumb';
  return {
    show: (text) => {
      if (hasLine) stderr.write(`${CLEAR}${`${printable(text)} …`.slice(0, widthOf(stderr) - 1)}`);
    },
    clear: () => {
      if (hasLine) stderr.write(CLEAR);
    },
  };
}

/** A note with the root of the project, if the command runs in another directory. */
export function rootNotes(root: string, cwd: string): string[] {
  return root === cwd ? [] : [`The project is ${relative(cwd, root)}; paths are relative to it.`];
}

/** Format a note. */
export function noteText(note: string, paint: Paint): string {
  return `${paint('yellow', 'note')}  ${fold(note, 6)}\n`;
}

// --- internal ---

const CODES: Readonly<Record<Color, number>> = { green: 32, yellow: 33, red: 31, gray: 90 };
const COLORS: Readonly<Record<Status, Color>> = {
  create: 'green',
  route: 'green',
  identical: 'gray',
  exists: 'gray',
  skip: 'yellow',
  overwrite: 'yellow',
  update: 'green',
  remove: 'green',
  changed: 'yellow',
  conflict: 'red',
};
const COLUMNS = 80;

/** Go to the beginning of the line and erase it (ECMA-48 `EL`). */
const CLEAR = '\r\u001b[2K';

function lineOf({ path, status, reason, rule, byHand }: ComparedFile, paint: Paint): string {
  const word = paint(COLORS[status], status.padEnd(10));
  const detail = byHand ? `add this yourself: ${rule},` : (rule ?? reason);
  return `${word} ${printable(`${path}${detail === undefined ? '' : `  ${detail}`}`)}`;
}

/** Break a paragraph between words at 80 columns; keep its line breaks. */
function fold(text: string, indent: number): string {
  const lines = printable(text)
    .split('\n')
    .map((line) => {
      // Indented lines are code.
      if (line.startsWith(' ')) return line;
      let column = indent;
      return line.replace(/(^| )([^ ]+)/g, (whole, space: string, word: string) => {
        const fits = column + whole.length <= COLUMNS || space === '';
        column = fits ? column + whole.length : indent + word.length;
        return fits ? whole : `\n${' '.repeat(indent)}${word}`;
      });
    });
  return lines.join(`\n${' '.repeat(indent)}`);
}
