import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError, type ErrorCode, projectError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { TableRelations } from '../plan/related-types.ts';
import type { Project } from '../project/project.ts';
import { findPackage, type Runtime, runtimeOf } from '../project/runtime.ts';
import { sentence } from '../text.ts';
import { type LoadingPlan, planLoading } from './plan-loading.ts';
import { type NoReply, runChild, type WorkerConnection } from './run-child.ts';
import type { Tasks } from './tasks.ts';
import type { Fault } from './types.ts';

/** The reply of a project, and notes about how it was loaded. */
export interface Inspected<K extends keyof Tasks> {
  readonly value: Awaited<ReturnType<Tasks[K]>>;
  /** Notes for stderr. */
  readonly notes: readonly string[];
}

export interface InspectOptions {
  readonly io: Pick<Io, 'env' | 'stderr'>;
  /**
   * The directory with `config/router`, relative to the project; by default `src`, then the project itself, then the
   * build output.
   */
  readonly root?: string | undefined;
  /** Milliseconds; 60,000 by default, `Infinity` for none. */
  readonly timeout?: number;
  /** Of a project that works until it is stopped. */
  readonly worker?: WorkerConnection;
  /** The programs that run TypeScript; by default those of this process. */
  readonly runtime?: Runtime;
}

/**
 * Ask a project about itself. It is loaded in a separate process, with its own router.
 *
 * @throws {CliError} what its router or its own code threw; `E_NO_ROUTER`, `E_NO_OPENAPI`, `E_NO_INSPECT`,
 *   `E_NO_MCP`, `E_NO_CHANGES`, `E_NO_RULES`, `E_TYPESCRIPT`, `E_PROJECT_EXIT`, `E_PROJECT_TIMEOUT`
 */
export async function inspectProject<K extends keyof Tasks>(
  project: Project,
  task: K,
  input: Parameters<Tasks[K]>[0],
  { io, root, timeout = 60_000, runtime = runtimeOf(project.root), worker }: InspectOptions,
): Promise<Inspected<K>> {
  if (findPackage(project.root, '@rest-gen/router') === undefined) throw noRouter(project);
  if (task === 'openapi') requirePackage(project, '@rest-gen/openapi', 'E_NO_OPENAPI', 'npm install');
  if (task === 'mcp') requirePackage(project, '@rest-gen/mcp', 'E_NO_MCP', 'npm install');
  if (task === 'work' || task === 'webhooks')
    requirePackage(project, '@rest-gen/changes', 'E_NO_CHANGES', 'npm install');
  if (needsInspect(task, input)) requirePackage(project, '@rest-gen/inspect', 'E_NO_INSPECT', 'npm install --save-dev');
  // Listing files runs none of them, so the sources always work.
  const plan = task === 'bundle' ? { directory: root ?? 'src' } : planLoading(project, root, runtime);
  const flags =
    plan.loader === 'tsx' ? ['--import', pathToFileURL(findPackage(project.root, 'tsx') as string).href] : [];
  const requires = plan.loader === 'tsx' && project.modules === 'cjs';
  const request = { task, input, directory: plan.directory, findsSources: plan.loader === 'node', requires };
  const reply = await runChild(request, {
    cwd: project.root,
    io,
    flags,
    timeout,
    serves: task === 'mcp' ? 'agent' : worker,
  });
  if ('failure' in reply) throw noReply(reply, timeout);
  if ('ended' in reply) throw ended(reply.ended);
  if ('fault' in reply) throw toError(reply.fault, plan, task);
  const thrown = reply.thrown.map((fault) => `The project threw while it was read: ${messageOf(fault)}`);
  return {
    value: reply.value as Inspected<K>['value'],
    notes: [...(plan.note === undefined ? [] : [plan.note]), ...thrown],
  };
}

/**
 * Load the relations of the controllers of a project, by table. Without `static include` in its sources the project is
 * not loaded.
 *
 * @throws {CliError} as `inspectProject`
 */
export async function loadRelations(project: Project, io: Pick<Io, 'env' | 'stderr'>): Promise<TableRelations> {
  if (!hasRelations(join(project.root, 'src/controller'))) return new Map();
  const { value } = await inspectProject(project, 'relations', {}, { io });
  return new Map(value);
}

// --- internal ---

/** Whether a task asks which rule matches, and why, or finds mistakes. */
function needsInspect(task: keyof Tasks, input: object): boolean {
  return task === 'check' || task === 'explain' || ('path' in input && input.path !== undefined);
}

function requirePackage({ root }: Project, name: string, code: ErrorCode, install: string): void {
  if (findPackage(root, name) === undefined)
    throw new CliError(code, `${root} does not have ${name}.`, `${install} ${name}`);
}

function noRouter({ root, dependencies }: Project): CliError {
  if (!dependencies.has('@rest-gen/router')) {
    const message = `${root} does not have @rest-gen/router.`;
    return new CliError('E_NO_ROUTER', message, 'npm install express @rest-gen/router @rest-gen/logic');
  }
  const message = `@rest-gen/router is in the package.json of ${root}, but not installed.`;
  return new CliError('E_NO_ROUTER', message, 'npm install');
}

function noReply({ failure, by }: NoReply, timeout: number): CliError {
  if (failure === 'timeout') {
    return new CliError(
      'E_PROJECT_TIMEOUT',
      `The project was not read within ${timeout / 1000} seconds.`,
      'Look for an endless loop or await at the top level of a file in config, controller or logic. DEBUG=@rest-gen/router shows how far it came.',
    );
  }
  const how = typeof by === 'string' ? by : `exit code ${by}`;
  const message = `The process that read the project ended without a reply (${how}).`;
  return new CliError('E_PROJECT_EXIT', message, 'See its output above.');
}

function ended({ code, frames: [frame] }: { code: number; frames: readonly string[] }): CliError {
  const where = frame === undefined ? '' : ` ${frame}`;
  return new CliError(
    'E_PROJECT_EXIT',
    `The project ended the process (exit code ${code}) while it was read${where}.`,
    'Remove process.exit() from the files in config, controller and logic: throw an Error instead.',
  );
}

function toError(fault: Fault, plan: LoadingPlan, task: keyof Tasks): CliError {
  const fix = fixOf(fault, plan);
  // A start ends at its first error.
  const others = task !== 'check' && fault.rule !== undefined ? ['For all errors at once: npx rest-gen check'] : [];
  const text = [fix, ...fault.frames.map((frame) => `  ${frame}`), ...others].join('\n');
  return projectError(fault.code ?? 'E_PROJECT', messageOf(fault), text);
}

function messageOf({ file, rule, reason }: Fault): string {
  const where = [file, rule && `rule ${rule.number}: ${rule.text}`].filter(Boolean).join(', ');
  return sentence(where === '' ? reason : `${where}\n${reason}`);
}

function fixOf({ hint, cause }: Fault, { loader }: LoadingPlan): string {
  if (loader === 'node' && cause === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return 'Node only strips types. Enums, namespaces and the like need tsx: npm install --save-dev tsx';
  }
  return hint ?? 'Fix the project and run the command again.';
}

const SOURCE = /\.[cm]?[jt]s$/;
const INCLUDE = /\bstatic\s+(?:\w+\s+)*include\b/;

function hasRelations(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => SOURCE.test(file));
  return files.some((file) => INCLUDE.test(readFileSync(join(directory, file), 'utf8')));
}
