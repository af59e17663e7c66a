import { nearest } from '@rest-gen/logic/common';
import type { RouteRow } from '@rest-gen/router';
import type { Argv } from 'yargs';
import { parseMethod, parseUrl } from '../arguments/parse-request.ts';
import { EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import type { RoutesReply } from '../inspect/tasks.ts';
import { openProject } from '../project/project.ts';
import { type Outcome, widthOf } from '../report.ts';
import { routeLines } from '../routes/route-lines.ts';
import { quote } from '../text.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen routes [path]`: the controllers that each rule reaches. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('path', { type: 'string', describe: 'Only rules that match this path: /post/1' })
    .options({
      method: { type: 'string', requiresArg: true, alias: 'm', describe: 'Only this method' },
      controller: {
        type: 'string',
        requiresArg: true,
        alias: 'c',
        describe: 'Only this controller, or the controllers of this directory: v1',
      },
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 routes', 'All rules, in the order in which they are tried'],
        ['$0 routes /post/1 -m delete', 'What answers DELETE /post/1'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const url = args.path === undefined ? undefined : parseUrl(String(args.path));
  const method = args.method === undefined ? undefined : parseMethod(String(args.method));
  const controller = args.controller === undefined ? undefined : String(args.controller).replace(/\/+$/, '');
  const filter = { path: url?.path, method, controller };
  const project = openProject(cwd);
  const input = { path: url?.path, method };
  const { value, notes } = await inspectProject(project, 'routes', input, { io, root });
  const rows = filterRoutes(value, filter);
  const list = routeLines(rows, io.stdout.isTTY === true ? widthOf(io.stdout) : undefined, paint);
  const cut = 'Shortened to this terminal. In full: rest-gen routes | less -S';
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  return {
    exitCode: isFiltered && rows.length === 0 ? EXIT.findings : EXIT.done,
    text: list.text,
    json: { command: 'routes', root: project.root, routes: rows },
    notes: [
      ...notes,
      ...(url?.notes ?? []),
      ...(list.isShortened ? [cut] : []),
      ...(rows.length === 0 ? [nothingText(value.rows, filter)] : []),
    ],
  };
}

// --- internal ---

/** All conditions that are given must match. */
interface RouteFilter {
  readonly path: string | undefined;
  readonly method: string | undefined;
  /** Name or directory: `v1/post`, `v1`. */
  readonly controller: string | undefined;
}

/** Keep the rows that match a filter. */
function filterRoutes({ rows, taken }: RoutesReply, { path, method, controller }: RouteFilter): RouteRow[] {
  return rows.filter((row) => {
    if (path !== undefined && (row.number !== taken?.rule || row.controller !== taken.controller)) return false;
    // A path has either the methods of the collection or those of a record.
    const methods = path === undefined ? [...row.collection, ...row.item] : taken?.action === undefined ? [] : [method];
    if (method !== undefined && !methods.includes(method)) return false;
    return controller === undefined || row.controller === controller || row.controller?.startsWith(`${controller}/`);
  });
}

function nothingText(rows: readonly RouteRow[], { path, method, controller }: RouteFilter): string {
  if (path !== undefined) {
    const request = `${method ?? 'GET'} ${path}`;
    return `No rule matches ${method === undefined ? path : request}. To see why: rest-gen explain ${request}`;
  }
  if (controller !== undefined) {
    const names = [...new Set(rows.flatMap((row) => row.controller ?? []))];
    const meant = nearest(controller, names);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    if (!names.includes(controller)) return `No rule has the controller ${quote(controller)}.${hint}`;
  }
  return rows.length === 0 ? 'There are no rules.' : `No rule has the method ${method}.`;
}
