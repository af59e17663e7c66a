import type { Explanation } from '@rest-gen/router';
import { CliError, EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../open-project.ts';
import { ROOT } from '../options.ts';
import { quote } from '../quote.ts';
import type { Arguments } from '../read-arguments.ts';
import { METHODS, readMethod } from '../read-method.ts';
import { readUrl } from '../read-url.ts';
import type { Outcome, Paint } from '../report.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen explain [method] <url>`: what a request would resolve to, and why no rule takes it. */
export const explainCommand: Command = {
  usage: 'explain [method] <url>',
  summary: 'Say which rule takes a request, and why the others do not',
  positionals: {
    method: { describe: 'By default GET', values: METHODS },
    url: { describe: 'Path or URL, below the path that the router is mounted at' },
  },
  options: ROOT,
  examples: [
    ['explain /post/1', 'What answers GET /post/1'],
    ['explain DELETE /post/1', 'Another method'],
    ["explain 'http://127.0.0.1:3000/post?page=2'", 'A URL as a client has it'],
  ],
  run,
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const url = readUrl(String(args.url));
  if (args.method === undefined && METHODS.includes(String(args.url).toUpperCase())) {
    throw new CliError('E_USAGE', 'A URL is missing.', `Write rest-gen explain ${String(args.url)} /post/1.`);
  }
  if (String(args.method ?? '').includes('/')) {
    const wayOut = 'The method comes first, and a path with spaces is quoted: rest-gen explain DELETE "/post/a b"';
    throw new CliError('E_USAGE', `${quote(String(args.method))} stands in the place of the method.`, wayOut);
  }
  const method = args.method === undefined ? 'GET' : readMethod(String(args.method));
  const project = openProject(args, io);
  const task = { kind: 'explain', method, url: url.path } as const;
  const { value, notes } = await inspectProject(project, task, { io, root: args.root as string | undefined });
  const { explanation, text } = value;
  return {
    exitCode: isAnswered(explanation) ? EXIT.done : EXIT.findings,
    text: paintText(text, isAnswered(explanation), paint),
    json: { command: 'explain', root: project.root, explanation },
    notes: [...notes, ...url.notes],
  };
}

/** A rule takes it, and what it leads to has the method. */
function isAnswered({ matched, error, status }: Explanation): boolean {
  return matched !== undefined && error === undefined && status < 400;
}

/** The text is the router's; its status and its way out are what the eye looks for. */
function paintText(text: string, isGood: boolean, paint: Paint): string {
  return text
    .replace(/^\d{3}(?= )/m, (status) => paint(isGood ? 'green' : 'red', status))
    .replace(/^hint(?= )/m, (word) => paint('yellow', word));
}
