import type { Arguments } from './commands/command.ts';
import { namedTables } from './plan/policy-notes.ts';
import { listControllers } from './project/list-controllers.ts';
import { findProject } from './project/project.ts';

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

/** Options after a dash, else commands, values of options, and names of controllers and tables. */
export function completionsOf({ current, defaults, args, argv, cwd }: Completion): string[] {
  if (current.startsWith('-')) return defaults.filter((word) => word.startsWith('--'));
  const words = defaults.filter((word) => !word.startsWith('-'));
  const [, command, first] = (Array.isArray(args._) ? args._ : []).map(String);
  if (/^(?:-c|--controller)$/.test(argv.at(-2) ?? '')) return [...words, ...listControllers(cwd)];
  if (command === 'policy') return [...words, ...tablesOf(cwd)];
  const takesController =
    ['logic', 'action'].includes(command ?? '') || (command === 'destroy' && first === 'controller');
  return takesController ? [...words, ...listControllers(cwd)] : words;
}

/** The script of yargs for bash uses `mapfile`, which bash 3.2 of macOS does not have. Our words need no quotes. */
export function forOldBash(script: string): string {
  return script.replace(
    /^ +# ask yargs[\s\S]*?^ +awk .*\n/m,
    `    # Works in bash 3.2.
    COMPREPLY=()
    while IFS= read -r type_list; do
      COMPREPLY+=("$type_list")
    done < <(compgen -W "$(rest-gen --get-yargs-completions "\${args[@]}")" -- "\${cur_word}")
`,
  );
}

// --- internal ---

/** A project that cannot be read has no tables to propose. */
function tablesOf(cwd: string): string[] {
  try {
    return namedTables(findProject(cwd)).filter((name) => /^\w+$/.test(name));
  } catch {
    return [];
  }
}
