import { type Command, type Place, placesOf, wordOf } from './commands/command.ts';
import { COMMAND_WORDS } from './commands.ts';
import { CliError } from './errors.ts';
import { COMMON } from './options.ts';
import { quote, word as shown } from './quote.ts';
import type { Words } from './read-words.ts';
import { sentence } from './sentence.ts';

/** Arguments of a command: positionals and options by name. */
export type Arguments = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * Judge the words of a command line, and name the arguments in them.
 *
 * @throws {CliError} `E_USAGE`, with the nearest name where one is not known
 */
export async function readArguments(words: Words, command: Command): Promise<Arguments> {
  const [, ...given] = words.words;
  const places = placesOf(command);
  const [lacking] = words.lacking;
  if (lacking !== undefined) throw refuse(`${shown(`--${lacking}`)} needs a value`, command);
  await checkOptions(words, command);
  if (given.length < places.filter(({ isRequired }) => isRequired).length) {
    throw refuse(`An argument is missing: rest-gen ${command.usage}`, command);
  }
  const surplus = places.at(-1)?.isList ? [] : given.slice(places.length);
  if (surplus.length > 0) {
    throw refuse(`Too many arguments: ${surplus.map(quote).join(' ')}. It is rest-gen ${command.usage}`, command);
  }
  if (words.behind.length > 0) {
    const message = `Nothing is read behind "--": ${words.behind.map(quote).join(' ')}.`;
    throw new CliError('E_USAGE', message, `Write it before. ${helpOf(command)}`);
  }
  return { ...words.values, ...nameWords(places, given) };
}

/** The refusal of a word that is no command. */
export async function unknownCommand(word: string): Promise<CliError> {
  return refuse(`Unknown command: ${shown(word)}`, undefined, await nearestOf(word, [...COMMAND_WORDS, 'help']));
}

// --- internal ---

/** A place that may stay empty, `[method]`, takes a word only where those that are required have theirs. */
function nameWords(places: readonly Place[], given: readonly string[]): Record<string, string | readonly string[]> {
  const named: Record<string, string | readonly string[]> = {};
  let spare = given.length - places.filter(({ isRequired }) => isRequired).length;
  let at = 0;
  for (const { name, isRequired, isList } of places) {
    if (isList) named[name] = given.slice(at);
    else if (isRequired || spare-- > 0) named[name] = given[at++] as string;
  }
  return named;
}

async function checkOptions({ values, unknown }: Words, command: Command): Promise<void> {
  const [first] = unknown;
  if (first !== undefined) {
    const known = Object.keys({ ...COMMON, ...command.options }).map((name) => `--${name}`);
    const message = `Unknown option${unknown.length > 1 ? 's' : ''}: ${unknown.map(dashed).join(', ')}`;
    throw refuse(message, command, await nearestOf(`--${first}`, known));
  }
  for (const [name, { implies, conflicts = [] }] of Object.entries(command.options)) {
    if (!(name in values)) continue;
    if (implies !== undefined && !(implies in values)) {
      throw refuse(`--${name} goes with --${implies} only`, command);
    }
    const other = conflicts.find((one) => one in values);
    if (other !== undefined) throw refuse(`--${name} and --${other} exclude each other`, command);
  }
}

function dashed(name: string): string {
  return shown(`${name.length === 1 ? '-' : '--'}${name}`);
}

/** Loaded when something is wrong: most command lines are right. */
async function nearestOf(word: string, known: readonly string[]): Promise<string | undefined> {
  return (await import('@rest-gen/logic/nearest')).nearest(word, known);
}

function refuse(message: string, command: Command | undefined, meant?: string): CliError {
  const help = helpOf(command);
  return new CliError('E_USAGE', sentence(message), meant === undefined ? help : `Did you mean ${meant}? ${help}`);
}

function helpOf(command: Command | undefined): string {
  return `See rest-gen ${command ? `${wordOf(command)} ` : ''}--help.`;
}
