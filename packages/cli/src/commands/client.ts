import { relative, resolve } from 'node:path';
import type { OpenApiDocument } from '@rest-gen/openapi';
import type { Argv } from 'yargs';
import { groupPaths } from '../client/group-paths.ts';
import { type ClientResource, writeResource } from '../client/write-resource.ts';
import { TypeWriter } from '../client/write-type.ts';
import { CliError } from '../errors.ts';
import type { ComparedFile } from '../files/compare-file.ts';
import { compareGenerated, headerOf } from '../files/compare-generated.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { isUrl, loadDocument } from '../openapi/document.ts';
import { findProject, openProject, type Project } from '../project/project.ts';
import { keyOf, render } from '../render.ts';
import type { Outcome } from '../report.ts';
import { quote } from '../text.ts';
import { type Arguments, CHECK, type Context, examples, ROOT, writeGenerated } from './command.ts';

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
    .epilogue(
      examples([
        ['$0 client --out ../web/src/api.ts', 'Write the client'],
        ['$0 client --from http://localhost:3000/docs/openapi.json -o src/api.ts', 'In the project of a web page'],
      ]),
    );
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
  const file = compareClient(project.root, resolve(cwd, out), writeFrom(from, document));
  return writeGenerated(file, args, { json: { command: 'client', root: project.root }, notes, paint });
}

/**
 * Compare the client of a service with the file that it is written to. Writes nothing.
 *
 * @param root - absolute path of the project
 * @param target - the file, absolute
 * @throws {CliError} `E_CONFLICT` when rest-gen did not write the existing file
 */
function compareClient(root: string, target: string, client: string): ComparedFile {
  const path = relative(root, target).replaceAll('\\', '/');
  const fix = 'Move it away, or choose another file with --out.';
  const file = compareGenerated(path, target, client, 'client', fix);
  return file.status === 'overwrite' ? { ...file, status: 'update' } : file;
}

/** What others have written may be no valid document. @throws {CliError} `E_DOCUMENT` */
function writeFrom(from: string | undefined, document: OpenApiDocument): string {
  try {
    return writeClient(document);
  } catch (cause) {
    if (from === undefined || cause instanceof CliError) throw cause;
    const message = `No client can be written from ${quote(from)}: ${(cause as Error).message}.`;
    const fix = 'Look for what is not valid in the document: npx @redocly/cli lint';
    throw new CliError('E_DOCUMENT', message, fix, { cause });
  }
}

/** The source of the client of a service, from its OpenAPI document. */
export function writeClient(document: OpenApiDocument): string {
  const types = new TypeWriter(document);
  const members = new Map<string, ClientResource[]>();
  for (const paths of groupPaths(document)) {
    const resource = writeResource(paths, types);
    if (resource.methods.length === 0) continue;
    const member = paths.name.charAt(0).toLowerCase() + paths.name.slice(1);
    members.set(member, [...(members.get(member) ?? []), resource]);
  }
  const api = Array.from(members, ([name, resources]) => ({ name: keyOf(name), resources }));
  return render('client', {
    header: headerOf('client', 'the service has changed'),
    api,
    types: types.declarations,
    hasPlans: api.some(({ resources }) => resources.some(({ hasPlans }) => hasPlans)),
    hasChanges: api.some(({ resources }) => resources.some(({ hasChanges }) => hasChanges)),
  });
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
