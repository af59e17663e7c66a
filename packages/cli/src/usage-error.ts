import { nearest } from '@rest-gen/logic/common';
import type { Arguments } from './commands/command.ts';
import { COMMANDS, type CommandEntry } from './commands.ts';
import { CliError } from './errors.ts';
import { quote, sentence } from './text.ts';

/**
 * Say what is wrong with a command line, in the words of its help.
 *
 * @param message - of yargs
 * @param output - what yargs would print: the message, or the command that it recommends
 * @param options - the names of the options that it knows
 */
export function usageError({ message }: Error, output: string, args: Arguments, options: readonly string[]): CliError {
  const name = String((args._ as readonly unknown[] | undefined)?.[0]);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const text = message.replace(/\s+/g, ' ').trim().slice(0, 400);
  const help =
    entry === undefined ? 'See rest-gen --help.' : `Usage: rest-gen ${entry.usage}. See rest-gen ${name} --help.`;
  const [said, hint] = say(text, { name, entry, args, options, output });
  return new CliError('E_USAGE', sentence(said), hint === undefined ? help : `${hint} ${help}`);
}

// --- internal ---

interface Given {
  readonly name: string;
  readonly entry: CommandEntry | undefined;
  readonly args: Arguments;
  readonly options: readonly string[];
  readonly output: string;
}

/** Commands of other tools → what does the same here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  (
    [
      ['serve server start dev run s', 'npm run dev'],
      ['generate g make make:controller scaffold resource model', 'rest-gen controller post -r'],
      ['rollback migrate:rollback db:rollback', 'rest-gen migrate --down'],
      ['make:migration migration:create', 'rest-gen migration create_post'],
      ['db:migrate', 'rest-gen migrate'],
      ['db:seed', 'rest-gen seed'],
      ['init create', 'rest-gen new <dir>'],
    ] as const
  ).flatMap(([words, same]) => words.split(' ').map((word) => [word, same] as const)),
);

function say(text: string, given: Given): [said: string, hint?: string | undefined] {
  const { entry, args, options, output } = given;
  const got = /^Not enough non-option arguments: got (\d+)/.exec(text)?.[1];
  if (got !== undefined) return [missingArgument(Number(got), entry)];
  const [, option = '', value = '', choices = ''] =
    /^Invalid values: Argument: (\S+), Given: "(.*?)", Choices: (.*)$/.exec(text) ?? [];
  if (option !== '') {
    const all = [...choices.matchAll(/"([^"]*)"/g)].map(([, one = '']) => one);
    const meant = nearest(value, all);
    const label = new RegExp(`[<[]${option}[>\\].]`).test(entry?.usage ?? '') ? `<${option}>` : `--${option}`;
    const known = all.length === 1 ? `can only be ${all[0]}` : `can be ${all.join(', ')}`;
    return [`${label} ${known}, not ${quote(value)}`, meant && `Did you mean ${meant}?`];
  }
  const [, unknown = '', rest = ''] = /^Unknown arguments?: ([^\s,]+)(.*)$/.exec(text) ?? [];
  if (unknown === '') return [text];
  // The script of the completion may follow.
  const recommended = output.startsWith('Did you mean') ? output.split('\n', 1)[0] : undefined;
  if (!Object.hasOwn(args, unknown)) {
    if (entry !== undefined || given.name !== unknown) return [text, recommended];
    const same = ELSEWHERE.get(unknown);
    return [`There is no command ${quote(unknown)}`, same === undefined ? recommended : `Did you mean ${same}?`];
  }
  const meant = nearest(unknown, options);
  const others = rest
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && Object.hasOwn(args, one));
  const all = [unknown, ...others].map((one) => `--${one}`).join(' or ');
  return [`There is no option ${all}`, meant && `Did you mean --${meant}?`];
}

/** `new` without a directory. */
function missingArgument(got: number, entry: CommandEntry | undefined): string {
  const required = [...(entry?.usage ?? '').matchAll(/<(\w+)>/g)].map(([, one = '']) => one);
  const missing = required[got];
  return missing === undefined ? 'An argument is missing' : `The argument <${missing}> is missing`;
}
