import { nearest } from '@rest-gen/logic/nearest';
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts';
import { CliError, EXIT } from '../errors.ts';
import { quote } from '../quote.ts';
import type { Arguments } from '../read-arguments.ts';
import type { Outcome } from '../report.ts';
import type { Command } from './command.ts';

/** `rest-gen completion <shell>`: the script that teaches a shell. */
export const completionCommand: Command = {
  usage: 'completion <shell>',
  summary: 'Write the script that completes commands in a shell',
  positionals: { shell: { describe: SHELLS.join(', '), values: SHELLS } },
  options: {},
  examples: [
    ['completion bash >> ~/.bashrc', 'For bash'],
    ['completion zsh > ~/.zfunc/_rest-gen', 'For zsh, where ~/.zfunc is in fpath'],
    ['completion fish > ~/.config/fish/completions/rest-gen.fish', 'For fish'],
  ],
  run,
};

// --- internal ---

async function run(args: Arguments): Promise<Outcome> {
  const shell = String(args.shell);
  if (!isShell(shell)) {
    const meant = nearest(shell, SHELLS);
    const wayOut = meant === undefined ? `There are scripts for ${SHELLS.join(', ')}.` : `Did you mean ${meant}?`;
    throw new CliError('E_USAGE', `There is no script for ${quote(shell)}.`, wayOut);
  }
  const script = completionScript(shell);
  return { exitCode: EXIT.done, text: script, json: { command: 'completion', shell, script }, notes: [] };
}

function isShell(text: string): text is Shell {
  return (SHELLS as readonly string[]).includes(text);
}
