import { resolve } from 'node:path';
import type { OpenApiDocument } from '@rest-gen/openapi';
import type { Argv } from 'yargs';
import { compareClient } from '../client/compare-client.ts';
import { CliError } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { isUrl, loadDocument } from '../openapi/document.ts';
import { findProject, openProject, type Project } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { quote } from '../text.ts';
import { type Arguments, CHECK, type Context, ROOT, writeGenerated } from './command.ts';

/** `rest-gen client`: a typed client of the service, for `@rest-gen/client`. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      out: { type: 'string', requiresArg: true, demandOption: true, alias: 'o', describe: 'File to write: api.ts' },
      from: {
        type: 'string',
        requiresArg: true,
        describe: 'URL or file of the OpenAPI document; default: this project',
      },
      check: CHECK,
      root: ROOT,
    })
    .example([
      ['$0 client --out ../web/src/api.ts', 'Write the client'],
      ['$0 client --out ../web/src/api.ts --check', 'In a pipeline'],
      ['$0 client --from http://localhost:3000/docs/openapi.json --out src/api.ts', 'In the project of a web page'],
    ]);
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const out = String(args.out);
  if (!/\.[cm]?ts$/.test(out)) {
    throw new CliError('E_USAGE', `${quote(out)} is not a TypeScript file.`, 'The client is TypeScript: --out api.ts');
  }
  const from = args.from === undefined ? undefined : String(args.from);
  const project = from === undefined ? openProject(cwd) : findProject(cwd);
  const { document, notes } =
    from === undefined
      ? await inspect(project, { io, root })
      : { document: await loadDocument(isUrl(from) ? from : resolve(cwd, from)), notes: [] };
  const file = compareClient(project.root, resolve(cwd, out), document);
  return writeGenerated(file, args, { json: { command: 'client', root: project.root }, notes, paint });
}

// --- internal ---

async function inspect(
  project: Project,
  context: Pick<Context, 'io' | 'root'>,
): Promise<{ readonly document: OpenApiDocument; readonly notes: readonly string[] }> {
  const info = { title: 'client', version: '0.0.0' };
  const { value, notes } = await inspectProject(project, 'openapi', { options: { info } }, context);
  return { document: value.document, notes };
}
