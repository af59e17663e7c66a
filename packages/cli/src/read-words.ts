import { parseArgs } from 'node:util';
import type { Option, Options } from './options.ts';

/** A command line, taken apart and not yet judged. */
export interface Words {
  /** Options that are known, by their long names; of one that is given twice the last. */
  readonly values: Readonly<Record<string, string | boolean>>;
  /** Words that are no options: the command, then its arguments. */
  readonly words: readonly string[];
  /** Words behind `--`. */
  readonly behind: readonly string[];
  /** Options that nobody knows, without their dashes. */
  readonly unknown: readonly string[];
  /** Options that lack their argument. */
  readonly lacking: readonly string[];
}

/** Take a command line apart; refuses nothing. No text becomes a number, and `--no-route` is an option of its own. */
export function readWords(argv: readonly string[], options: Options): Words {
  const { tokens } = parseArgs({
    args: argv.map((word) => longForm(word, options)),
    options: toConfig(options),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string | boolean>();
  const words: string[] = [];
  const unknown: string[] = [];
  const lacking: string[] = [];
  const end = tokens.findIndex(({ kind }) => kind === 'option-terminator');
  const before = end === -1 ? tokens : tokens.slice(0, end);
  for (let index = 0; index < before.length; index += 1) {
    const token = before[index] as Token;
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const argument = token.value ?? argumentOf(option, before[index + 1]);
    if (argument !== token.value) index += 1;
    if (option === undefined) unknown.push(token.name);
    else if (option.type === 'boolean') values.set(token.name, (argument ?? 'true') === 'true');
    else if (argument === undefined || (argument.startsWith('-') && !token.inlineValue)) lacking.push(token.name);
    else values.set(token.name, argument);
  }
  const behind = tokens.slice(before.length + 1).flatMap((token) => (token.kind === 'positional' ? token.value : []));
  return { values: Object.fromEntries(values), words, behind, unknown, lacking };
}

// --- internal ---

type Token = ReturnType<typeof parseArgs<{ tokens: true; strict: false }>>['tokens'][number];

/** The word behind an option that is its argument: of a switch `true` or `false` alone, of one that nobody knows any. */
function argumentOf(option: Option | undefined, next: Token | undefined): string | undefined {
  if (next?.kind !== 'positional') return undefined;
  return option === undefined || /^(?:true|false)$/.test(next.value) ? next.value : undefined;
}

function toConfig(options: Options): Record<string, { type: Option['type']; short?: string }> {
  const entries = Object.entries(options).map(([name, { type, alias }]) => [
    name,
    { type, ...(alias !== undefined && { short: alias }) },
  ]);
  return Object.fromEntries(entries);
}

/** `-r=true` as `--rest=true`, which `parseArgs` reads as five letters otherwise. */
function longForm(word: string, options: Options): string {
  const [, letter, argument] = /^-(\w)=(.*)$/s.exec(word) ?? [];
  if (letter === undefined) return word;
  const name = Object.keys(options).find((one) => options[one]?.alias === letter) ?? letter;
  return `--${name}=${argument}`;
}
