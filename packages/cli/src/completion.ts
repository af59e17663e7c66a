import { FIELD_TYPES, MODIFIERS } from './arguments/field-types.ts';
import { METHODS } from './arguments/parse-request.ts';
import type { Arguments } from './commands/command.ts';
import { OAUTH_NAMES } from './plan/plan-oauth.ts';
import { namedTables } from './plan/policy-notes.ts';
import { listControllers } from './project/list-controllers.ts';
import { findProject } from './project/project.ts';
import { TEMPLATES } from './render.ts';

/** What is completed. */
interface Completion {
  /** The word at the cursor. */
  readonly current: string;
  /** What yargs proposes. */
  readonly defaults: readonly string[];
  readonly args: Arguments;
  /** The words of the command line. */
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** The first argument when a shell asks what is possible for the last one. */
export const COMPLETE = '--get-yargs-completions';

/** Read `--db=po` as `--db po`, as bash does with a word for the equals sign. */
export function splitValue(argv: readonly string[]): { words: string[]; prefix: string } {
  const [, prefix = '', value = ''] = /^(--[\w-]+=)(.*)$/s.exec(argv.at(-1) ?? '') ?? [];
  const words = prefix === '' ? [...argv] : [...argv.slice(0, -1), prefix.slice(0, -1), value];
  if (words.at(-1) === '=') words.push('');
  return { words: words.filter((word) => word !== '='), prefix };
}

/** Options after a dash, else commands, values of options, and names of controllers and tables. */
export function completionsOf({ current, defaults, args, argv, cwd }: Completion): string[] {
  if (current.startsWith('-')) return defaults.filter((word) => word.startsWith('--'));
  const words = defaults.filter((word) => !word.startsWith('-'));
  const option = /^--?([\w-]+)$/.exec(argv.at(-2) ?? '')?.[1] ?? '';
  if (/^(?:c|controller)$/.test(option)) return [...words, ...listControllers(cwd)];
  if (/^(?:m|method)$/.test(option)) return [...words, ...METHODS];
  if (option === 'only') return [...words, ...TEMPLATES];
  if (option === 'oauth') return providersAfter(current);
  // Another value: a column, a text, or a file, which the shell completes.
  if (typeof args[option] === 'string') return words;
  const [, command = '', ...given] = (Array.isArray(args._) ? args._ : []).map(String);
  if (command === 'completion') return [];
  // The word at the cursor is the last one.
  const before = given.slice(0, -1).join(' ');
  if (command === 'policy' && before === '') return [...words, ...tablesOf(cwd)];
  if (command === 'explain' && before === '') return [...words, ...METHODS];
  if (TAKES_FIELDS.includes(command)) words.push(...fieldsOf(current, argv));
  const isName = ['logic', 'action'].includes(command)
    ? before === ''
    : command === 'destroy' && before === 'controller';
  return isName ? [...words, ...listControllers(cwd)] : words;
}

/**
 * The script of yargs for bash uses `mapfile`, which bash 3.2 of macOS does not have; our words need no quotes. That for
 * fish leaves out the name of the program, and the word at the cursor where it is empty.
 */
export function repairScript(script: string): string {
  const forFish = script.replace('(commandline -o)[2..-1]', '(commandline -opc) (commandline -ct)');
  return forFish.replace(
    /^ +# ask yargs[\s\S]*?^ +awk .*\n/m,
    `    # Works in bash 3.2. A colon or = ends a word: what follows it is not typed yet.
    args=("\${COMP_WORDS[@]:0:COMP_CWORD+1}")
    if [ "\${cur_word}" = : ] || [ "\${cur_word}" = = ]; then cur_word=; fi
    COMPREPLY=()
    while IFS= read -r type_list; do
      COMPREPLY+=("$type_list")
    done < <(compgen -W "$(rest-gen --get-yargs-completions "\${args[@]}")" -- "\${cur_word}")
`,
  );
}

// --- internal ---

/** The commands that take fields. */
const TAKES_FIELDS: readonly string[] = ['controller', 'action', 'logic', 'migration'];

/**
 * The types of a field after its name, then what may follow. bash passes the parts of `title:string` as words of their
 * own, other shells as one.
 */
function fieldsOf(current: string, argv: readonly string[]): readonly string[] {
  const at = current.lastIndexOf(':');
  if (at > 0) {
    const before = current.slice(0, at + 1);
    // zsh shows what follows a colon as a description.
    const shown = /zsh/.test(process.env.SHELL ?? '') ? before.replaceAll(':', '\\:') : before;
    return wordsAfter(before.slice(0, -1).split(':').length).map((word) => shown + word);
  }
  const words = current === ':' ? argv.slice(0, -1) : argv.slice(0, -2);
  const isAfterColon = current === ':' || argv.at(-2) === ':';
  if (!isAfterColon) return [];
  return wordsAfter(words.at(-2) === ':' ? 2 : 1);
}

/** The services after those that are typed: `github,google`. */
function providersAfter(current: string): string[] {
  const typed = current.split(',').slice(0, -1);
  return OAUTH_NAMES.filter((name) => !typed.includes(name)).map((name) => [...typed, name].join(','));
}

/** @param parts - how many the field has before the cursor */
function wordsAfter(parts: number): readonly string[] {
  return parts === 1 ? FIELD_TYPES : MODIFIERS;
}

/** A project that cannot be read has no tables to propose. */
function tablesOf(cwd: string): string[] {
  try {
    return namedTables(findProject(cwd)).filter((name) => /^\w+$/.test(name));
  } catch {
    return [];
  }
}
