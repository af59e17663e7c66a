import type { Explanation } from '@rest-gen/router';
import type { Argv } from 'yargs';
import { METHODS, parseMethod, parseUrl } from '../arguments/parse-request.ts';
import { parseSender } from '../arguments/parse-sender.ts';
import { CliError, EXIT } from '../errors.ts';
import type { ExplainedToken } from '../inspect/explain-token.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../project/project.ts';
import type { Outcome, Paint } from '../report.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen explain [method] <url>`: what a request resolves to, and why rules do not match. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('method', { type: 'string', describe: 'Default: GET' })
    .positional('url', { type: 'string', describe: 'Path or URL, without the path that the router is mounted at' })
    .options({
      as: {
        type: 'string',
        requiresArg: true,
        describe: 'User of the request, as JSON, or a token; shows what the policies say',
      },
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 explain DELETE /post/1', 'What answers this request'],
        [`$0 explain PATCH /post/1 --as '{"id":3}'`, 'Whether this user may do it, and why'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  // yargs fills required arguments first, so of two words the first one is in `url`.
  const [methodText, urlText] = args.method === undefined ? ['GET', args.url] : [args.url, args.method];
  if (args.method === undefined && METHODS.includes(String(urlText).toUpperCase())) {
    throw new CliError('E_USAGE', 'The URL is missing.', `Write rest-gen explain ${String(urlText)} /post/1.`);
  }
  const method = parseMethod(String(methodText));
  const url = parseUrl(String(urlText));
  const sender = args.as === undefined ? {} : parseSender(String(args.as));
  const project = openProject(cwd);
  const input = { method, url: url.path, ...sender };
  const { value, notes } = await inspectProject(project, 'explain', input, { io, root });
  const { explanation, text, access, policy, token } = value;
  return {
    exitCode: isAnswered(explanation) ? EXIT.done : EXIT.findings,
    text:
      paintText(text, isAnswered(explanation), paint) +
      (policy === undefined ? '' : `\n${paintVerdict(policy, paint)}`) +
      (token === undefined ? '' : `${policy === undefined ? '\n' : ''}${tokenLine(token)}`),
    json: { command: 'explain', root: project.root, explanation, ...(access && { access }), ...(token && { token }) },
    notes: [...notes, ...url.notes],
  };
}

// --- internal ---

/** A rule matches, and its controller has the method. */
function isAnswered({ matched, error, status }: Explanation): boolean {
  return matched !== undefined && error === undefined && status < 400;
}

/** `token       api, has read; needs post:write: 403 E_ABILITY` */
function tokenLine({ kind, abilities = [], needs, refusal }: ExplainedToken): string {
  const has = abilities.length === 0 ? kind : `${kind}, has ${abilities.join(', ')}`;
  const need = needs === undefined ? has : `${has}; needs ${needs}`;
  return `token       ${refusal === undefined ? need : `${need}: 403 ${refusal}`}\n`;
}

function paintVerdict(text: string, paint: Paint): string {
  return text.replace(/^(verdict +)(allowed|\d{3})/m, (_, head: string, word: string) => {
    return head + paint(word === 'allowed' ? 'green' : 'red', word);
  });
}

/** Color the status and the hint in the text of the router. */
function paintText(text: string, isGood: boolean, paint: Paint): string {
  return text
    .replace(/^\d{3}(?= )/m, (status) => paint(isGood ? 'green' : 'red', status))
    .replace(/^hint(?= )/m, (word) => paint('yellow', word));
}
