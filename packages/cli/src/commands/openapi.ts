import { basename, resolve } from 'node:path';
import type { Change, OpenApiDocument, OpenApiOptions } from '@rest-gen/openapi';
import type { Argv } from 'yargs';
import { EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { compareDocument, documentText, loadDocument } from '../openapi/document.ts';
import { openProject, type Project } from '../project/project.ts';
import type { Outcome, Paint } from '../report.ts';
import { oneLine, printable } from '../text.ts';
import { type Arguments, type Context, examples, ROOT, writeOutcome } from './command.ts';

/** `rest-gen openapi`: the OpenAPI document of the service, or its differences from an older one. */
export function builder(yargs: Argv): Argv {
  const text = { type: 'string', requiresArg: true } as const;
  return (
    yargs
      // Here it is the version of the service.
      .version(false)
      .options({
        out: { ...text, alias: 'o', describe: 'File to write: YAML by its name, else JSON; default: stdout' },
        check: { ...text, describe: 'Compare with this document; exit with 1 on breaking changes', conflicts: ['out'] },
        version: { ...text, describe: 'Only this version of the service: v1' },
        server: { ...text, describe: 'URL of the service: https://api.example.com, or /api' },
        'info-title': { ...text, describe: 'Title; default: the name in package.json' },
        'info-version': { ...text, describe: 'Version; default: the one in package.json' },
        root: ROOT,
      })
      .epilogue(
        examples([
          ['$0 openapi --out openapi.yaml', 'Write it to a file'],
          ['$0 openapi --check openapi.yaml', 'Show what has changed since, before a release'],
        ]),
      )
  );
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const at = (name: string) => (typeof args[name] === 'string' ? resolve(cwd, args[name]) : undefined);
  const released = at('check');
  const before = released === undefined ? undefined : await loadDocument(released);
  const input = { options: optionsOf(project, args), before };
  const { value, notes } = await inspectProject(project, 'openapi', input, { io, root });
  const { document, changes } = value;
  const base = { json: { command: 'openapi', root: project.root }, notes: [...notes, ...leftOutNotes(document)] };
  if (changes) return compared(changes, base, paint);
  const out = at('out');
  if (out === undefined) {
    const text = printable(await documentText(document, 'openapi.json'));
    return { exitCode: EXIT.done, text, json: { ...base.json, document }, notes: base.notes };
  }
  return writeOutcome([await compareDocument(project.root, out, document)], args, { ...base, paint });
}

// --- internal ---

function optionsOf({ root, manifest }: Project, args: Arguments): OpenApiOptions {
  const stringOf = (key: string) =>
    typeof manifest[key] === 'string' && manifest[key] !== '' ? manifest[key] : undefined;
  return {
    // The description, the author and the license are added where the document is generated.
    info: {
      title: String(args['info-title'] ?? stringOf('name') ?? basename(root)),
      version: String(args['info-version'] ?? stringOf('version') ?? '0.0.0'),
    },
    ...(typeof args.version === 'string' && { version: args.version }),
    ...(typeof args.server === 'string' && { servers: [{ url: args.server }] }),
  };
}

function compared(changes: readonly Change[], base: Pick<Outcome, 'json' | 'notes'>, paint: Paint): Outcome {
  const breaking = changes.filter((change) => change.breaking).length;
  const lines = changes.map(({ breaking, pointer, message }) => {
    const word = breaking ? paint('red', 'breaking  ') : paint('green', 'compatible');
    return `${word} ${oneLine(`${pointer}  ${message}`)}\n`;
  });
  const count = `${breaking} of ${changes.length} change${changes.length === 1 ? '' : 's'} would break clients.`;
  return {
    exitCode: breaking > 0 ? EXIT.findings : EXIT.done,
    text: lines.join(''),
    json: { ...base.json, breaking: breaking > 0, changes },
    notes: [...base.notes, changes.length === 0 ? 'Nothing has changed.' : count],
  };
}

function leftOutNotes(document: OpenApiDocument): string[] {
  const leftOut = document['x-left-out'];
  if (!Array.isArray(leftOut)) return [];
  return ['Some rules are left out, because a path cannot describe their expressions: see x-left-out in the document.'];
}
