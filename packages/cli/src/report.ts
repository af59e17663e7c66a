import { relative } from 'node:path';
import type { ComparedFile, Status } from './compare.ts';
import { EXIT } from './errors.ts';
import type { Output } from './io.ts';
import { printable } from './quote.ts';
import type { WrittenFiles } from './write-planned.ts';

/** What a command has to say when it has come to its end. */
export interface Outcome {
  readonly exitCode: number;
  /** Results, for stdout. */
  readonly text: string;
  /** The same results for `--json`. */
  readonly json: object;
  /** Remarks for stderr, one paragraph each. */
  readonly notes: readonly string[];
  /** What kept the command from its work, when something did; its results still hold. */
  readonly error?: Problem;
}

/** An error as it is shown: a `CliError`, or one of the models of the project. */
export interface Problem {
  readonly code: string;
  /** What is wrong, and where: sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly wayOut: string;
}

/** Puts colour on a word, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

export type Color = 'green' | 'yellow' | 'red' | 'gray';

/** Choose whether to colour: on a terminal, unless `NO_COLOR` (no-color.org) or `TERM=dumb` is set. */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const isPlain = !output.isTTY || Boolean(env.NO_COLOR) || env.TERM === 'dumb';
  return isPlain ? (_color, text) => text : (color, text) => `\u001b[${CODES[color]}m${text}\u001b[39m`;
}

/** Write the files of a plan, one a line: `create     src/controller/post.ts`. */
export function fileLines(files: readonly ComparedFile[], paint: Paint): string {
  return files.map((file) => `${lineOf(file, paint)}\n`).join('');
}

/** The outcome of a command that writes files. */
export function filesOutcome(
  { files, isDry, isWritten, diff, error }: WrittenFiles,
  { json, notes, paint }: { json: object; notes: readonly string[]; paint: Paint },
): Outcome {
  return {
    exitCode: error?.exitCode ?? EXIT.done,
    text: fileLines(files, paint) + diff,
    json: { ...json, dryRun: isDry, written: isWritten, files: fileObjects(files), ...(diff && { diff }) },
    notes: [...notes, ...(isDry && !error ? ['Nothing was written.'] : [])],
    ...(error && { error }),
  };
}

/** The files of a plan for `--json`. */
export function fileObjects(files: readonly ComparedFile[]): object[] {
  return files.map(({ path, status, reason, rule, byHand }) => ({ status, path, reason, rule, byHand }));
}

/** Write an error for a terminal: what is wrong, then the way out. */
export function errorText(error: Problem, paint: Paint): string {
  return `${paint('red', 'error')} ${fold(`${error.message} (${error.code})`, 6)}\n      ${fold(error.wayOut, 6)}\n`;
}

/** Width of the terminal in characters; 80 where there is none, and 20 where nothing would fit. */
export function widthOf({ isTTY, columns }: Output): number {
  return Math.max((isTTY && columns) || 80, 20);
}

/** Say where the project is, when that is not where the command was given: paths are told from there. */
export function rootNotes(root: string, cwd: string): string[] {
  return root === cwd ? [] : [`The project is ${relative(cwd, root)}: paths are relative to it.`];
}

/** Write a remark for a terminal. */
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
  remove: 'green',
  changed: 'yellow',
  conflict: 'red',
};
const COLUMNS = 80;

function lineOf({ path, status, reason, rule, byHand }: ComparedFile, paint: Paint): string {
  const word = paint(COLORS[status], status.padEnd(10));
  const detail = byHand ? `add this yourself: ${rule},` : (rule ?? reason);
  return `${word} ${printable(`${path}${detail === undefined ? '' : `  ${detail}`}`)}`;
}

/** Break a paragraph between words at 80 columns; its own line ends stay. */
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
