import { type Command, placesOf } from './commands/command.ts';
import { loadCommands } from './commands.ts';
import { COMMON, type Options } from './options.ts';

/** Write the help of the command line, or of a command, within 80 columns. */
export async function helpText(command?: Command): Promise<string> {
  const parts = command === undefined ? await overview() : details(command);
  return parts.filter((part) => part !== '').join('\n\n');
}

// --- internal ---

const COLUMNS = 80;

/** A line of a table; `kind` stands at its right edge. */
interface Row {
  readonly left: string;
  readonly text: string;
  readonly kind?: string;
}

async function overview(): Promise<string[]> {
  const commands = (await loadCommands()).map(({ usage, summary }) => ({ left: `rest-gen ${usage}`, text: summary }));
  return [
    'rest-gen <command>',
    'REST controllers for Express by convention.',
    table('Commands:', commands),
    table('Options:', optionRows(COMMON)),
    'rest-gen <command> --help shows its options and examples.',
  ];
}

function details(command: Command): string[] {
  const places = placesOf(command).map(({ name, isList, isRequired }) => ({
    left: name,
    text: command.positionals[name]?.describe ?? '',
    kind: isList ? '[array] [default: []]' : isRequired ? '[string] [required]' : '[string]',
  }));
  const examples = command.examples.map(([line, effect]) => `  rest-gen ${line}\n      ${effect}`);
  return [
    `rest-gen ${command.usage}`,
    command.summary,
    table('Positionals:', places),
    table('Options:', optionRows({ ...COMMON, ...command.options })),
    ['Examples:', ...examples].join('\n'),
  ];
}

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([name, { type, alias, describe }]) => ({
    left: `${alias === undefined ? '    ' : `-${alias}, `}--${name}`,
    text: describe,
    kind: `[${type}]`,
  }));
}

function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(({ left }) => left.length)) + 4;
  return [title, ...rows.flatMap((row) => rowLines(row, width))].join('\n');
}

function rowLines({ left, text, kind }: Row, width: number): string[] {
  const lines = wrap(text, COLUMNS - width);
  if (kind !== undefined) {
    const last = lines.at(-1) as string;
    const fits = width + last.length + 2 + kind.length <= COLUMNS;
    const start = fits ? (lines.pop() as string) : '';
    lines.push(start + kind.padStart(COLUMNS - width - start.length));
  }
  return lines.map((line, index) => (index === 0 ? `  ${left}` : '').padEnd(width) + line);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
