import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, placesOf } from '../commands/command.ts';
import { COMMAND_WORDS, loadCommand } from '../commands.ts';
import { entryAt } from '../entry.ts';
import { FIELD_TYPES } from '../field-types.ts';
import type { Io } from '../io.ts';
import { COMMON, type Options, type Values } from '../options.ts';
import { findUp } from '../project.ts';
import { readWords } from '../read-words.ts';

/**
 * Complete a command line; what the scripts of the shells ask for with each key.
 *
 * @param words - those behind `rest-gen`; the last one is to be completed, and may be empty
 * @returns whole words that begin like it, sorted as they should be shown; none where files are meant
 */
export async function complete(words: readonly string[], io: Pick<Io, 'cwd'>): Promise<string[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const candidates = await candidatesFor(before, current, io.cwd);
  return candidates.filter((candidate) => candidate.startsWith(current));
}

// --- internal ---

async function candidatesFor(before: readonly string[], current: string, cwd: string): Promise<string[]> {
  const [word] = readWords(before, COMMON).words;
  if (word === undefined || word === 'help') {
    return current.startsWith('-') ? namesOf(COMMON, before) : [...COMMAND_WORDS, ...(word ? [] : ['help'])];
  }
  const command = await loadCommand(word);
  if (command === undefined) return [];
  const options = { ...COMMON, ...command.options };
  const { words, lacking } = readWords(before, options);
  const [open] = lacking;
  if (open !== undefined) return valuesOf(options[open]?.values, current, cwd);
  if (current.startsWith('-')) return namesOf(options, before);
  return valuesOf(nextPlace(command, words.length - 1), current, cwd);
}

/** The options that are not there yet, without those that would be refused beside them. */
function namesOf(options: Options, before: readonly string[]): string[] {
  const given = Object.keys(readWords(before, options).values);
  return Object.entries(options)
    .filter(([name, { conflicts = [] }]) => !given.includes(name) && !conflicts.some((other) => given.includes(other)))
    .filter(([name]) => !given.some((other) => options[other]?.conflicts?.includes(name)))
    .map(([name]) => `--${name}`);
}

/** What can stand at a place; the last one may be a list. */
function nextPlace(command: Command, at: number): Values | undefined {
  const places = placesOf(command);
  const place = places[at] ?? (places.at(-1)?.isList ? places.at(-1) : undefined);
  return place && command.positionals[place.name]?.values;
}

function valuesOf(values: Values | undefined, current: string, cwd: string): string[] {
  if (values === 'controllers') return controllersOf(cwd);
  if (values === 'fields') return current.includes(':') ? fieldsOf(current) : [];
  return [...(values ?? [])];
}

/** `title:st` → `title:string`, `title:string!`. */
function fieldsOf(current: string): string[] {
  const name = current.slice(0, current.indexOf(':'));
  return FIELD_TYPES.flatMap((type) => [`${name}:${type}`, `${name}:${type}!`]);
}

/** Names below `src/controller`, of words that no shell acts on; the base class is none. */
function controllersOf(cwd: string): string[] {
  const directory = join(findUp(resolve(cwd), 'package.json') ?? cwd, 'src/controller');
  if (!entryAt(directory)?.isDirectory()) return [];
  return readdirSync(directory, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => /^\w[\w/-]*\.[cm]?[jt]s$/.test(file))
    .map((file) => file.replace(/\.[cm]?[jt]s$/, ''))
    .filter((name) => !/(?:^|\/)rest$/.test(name))
    .sort();
}
