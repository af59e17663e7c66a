import { createWriteStream } from 'node:fs';
import { relative } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type * as Inspect from '@rest-gen/inspect';
import type { AccessExplanation, CheckReport } from '@rest-gen/inspect';
import type { DataError } from '@rest-gen/model';
import type * as OpenApi from '@rest-gen/openapi';
import type { Change, OpenApiDocument, OpenApiOptions } from '@rest-gen/openapi';
import type {
  ControllerDescription,
  Explanation,
  ModelProvider,
  RelationDescription,
  RestRouter,
  RouteRow,
} from '@rest-gen/router';
import type * as Internal from '@rest-gen/router/internal';
import { tableOf } from '../arguments/parse-name.ts';
import type { NamedRelation } from '../plan/related-types.ts';
import { type ExplainedToken, explainToken, findSignedIn } from './explain-token.ts';
import type { Host } from './host.ts';
import { askWebhooks, type WebhookQuestion, type WebhookReply, type WorkInput, work } from './worker-tasks.ts';

/** Questions about a project, with the replies; both are JSON. The functions run in the child. */
export interface Tasks {
  /** List the files that the router would load. */
  bundle(input: object, host: Host): Promise<BundleReply>;
  /** List the rules with their controllers; also find the rule that matches a path. */
  routes(input: { path?: string | undefined; method?: string | undefined }, host: Host): Promise<RoutesReply>;
  /** Show what a request resolves to, also as the text of the project's router. */
  explain(input: { method: string; url: string; user?: unknown; token?: string }, host: Host): Promise<ExplainReply>;
  /** Find mistakes in the project. */
  check(input: { store?: boolean | undefined }, host: Host): Promise<CheckReport>;
  /** Describe the service as an OpenAPI document, and compare it with an older one. */
  openapi(
    input: { options: OpenApiOptions; before?: OpenApiDocument | undefined },
    host: Host,
  ): Promise<{ document: OpenApiDocument; changes?: readonly Change[] }>;
  /** Serve an agent as a user: reads stdin until it ends, and writes to the stdout of the command line. */
  mcp(input: { user?: object; token?: string }, host: Host): Promise<object>;
  /** Run the worker until it is stopped, what is due, or one job. */
  work(input: WorkInput, host: Host): Promise<object>;
  /** Say how webhooks stand, or send deliveries again. */
  webhooks(input: WebhookQuestion, host: Host): Promise<WebhookReply>;
  /** List the relations of the controllers by table. */
  relations(input: object, host: Host): Promise<readonly (readonly [table: string, relations: NamedRelation[]])[]>;
}

/** Files relative to the project, with forward slashes; controllers, logics and policies by name. */
export interface BundleReply {
  readonly rules: string | undefined;
  readonly controllers: readonly (readonly [name: string, file: string])[];
  readonly logics: readonly (readonly [name: string, file: string])[];
  readonly policies: readonly (readonly [name: string, file: string])[];
  readonly model: string | undefined;
}

export interface ExplainReply {
  readonly explanation: Explanation;
  readonly text: string;
  /** The explanation of the policies, also as text; absent without policies. */
  readonly access?: AccessExplanation;
  readonly policy?: string;
  /** The token that the request has; absent without one. */
  readonly token?: ExplainedToken;
}

export interface RoutesReply {
  readonly rows: readonly RouteRow[];
  /** The match of the path: number of the rule, and what answers; absent if there is none, or no path. */
  readonly taken?: {
    readonly rule: string;
    readonly controller: string | undefined;
    readonly action: string | undefined;
  };
}

export const TASKS: Tasks = {
  async bundle(_input, host) {
    const { findRoot, listFiles } = await host.load<typeof Internal>('@rest-gen/router/internal');
    const { rules, controllers, logics, policies, model } = listFiles(findRoot(host.directory));
    const shown = (file: string) => relative(process.cwd(), file).replaceAll('\\', '/');
    const all = (files: ReadonlyMap<string, string>) => [...files].map(([name, file]) => [name, shown(file)] as const);
    return {
      rules: rules && shown(rules),
      controllers: all(controllers),
      logics: all(logics),
      policies: all(policies),
      model: model && shown(model),
    };
  },

  async routes({ path, method = 'GET' }, host) {
    if (path === undefined) return { rows: (await host.router()).routes() };
    const router = await host.router(await host.load<typeof Inspect>('@rest-gen/inspect'));
    const rows = router.routes();
    const { tried, controller, action } = router.explain(method, path);
    const rule = tried.find(({ result }) => result === 'matched')?.rule;
    return rule === undefined ? { rows } : { rows, taken: { rule, controller, action } };
  },

  async explain({ method, url, user, token }, host) {
    const inspect = await host.load<typeof Inspect>('@rest-gen/inspect');
    const { accessLines, explainAccess, formatExplanation } = inspect;
    const router = await host.router(inspect);
    const explanation = router.explain(method, url);
    const reply = { explanation, text: formatExplanation(explanation) };
    const service = router.describe();
    const signedIn = token === undefined ? undefined : await findSignedIn(token, host);
    const sent = signedIn && { token: await explainToken(signedIn, explanation, service, host) };
    const found = await explainAccess(service, explanation, signedIn ? signedIn.user : user);
    if (found === undefined) return { ...reply, ...sent };
    const { refusal } = sent?.token ?? {};
    const access = refusal === undefined ? found : { ...found, verdict: `403 ${refusal}` };
    return { ...reply, access, policy: accessLines(access), ...sent };
  },

  async check({ store = false }, host) {
    const { checkProject } = await host.load<typeof Inspect>('@rest-gen/inspect');
    // What does not load is a finding about the controllers that import it.
    const parts = await host.parts().catch(() => []);
    return checkProject({ root: host.directory, parts }, { store });
  },

  async openapi({ options, before }, host) {
    const { compareOpenApi, createOpenApi } = await host.load<typeof OpenApi>('@rest-gen/openapi');
    const router = await host.router();
    await requireStore(router.describe().model);
    const document = await createOpenApi(router, options);
    return before === undefined ? { document } : { document, changes: compareOpenApi(before, document) };
  },

  async mcp({ user, token }, host) {
    const { serveStdio } = await host.load<Mcp>('@rest-gen/mcp');
    const router = await host.router();
    const found = token === undefined ? user : (await findSignedIn(token, host)).user;
    const output = createWriteStream('', { fd: OUTPUT_FD });
    await serveStdio(router, found as object, { input: process.stdin, output });
    return {};
  },

  work,
  webhooks: askWebhooks,

  async relations(_input, host) {
    return listRelations((await host.router()).describe().controllers.values());
  },
};

/**
 * List the relations of controllers by table. Of several controllers for one table, `post` and `v1/post`, the shortest
 * name is first.
 */
export function listRelations(
  controllers: Iterable<Pick<ControllerDescription, 'name' | 'relations'>>,
): [table: string, relations: NamedRelation[]][] {
  const tables = new Map<string, Map<string, NamedRelation>>();
  for (const { name, relations } of [...controllers].sort((one, other) => one.name.length - other.name.length)) {
    if (relations.length === 0) continue;
    const table = tableOf(name);
    const known = tables.get(table) ?? new Map<string, NamedRelation>();
    tables.set(table, known);
    for (const relation of relations) if (!known.has(relation.name)) known.set(relation.name, nameColumns(relation));
  }
  return Array.from(tables, ([table, relations]) => [table, [...relations.values()]]);
}

// --- internal ---

/** The stdout of the command line: see run-child.ts. */
const OUTPUT_FD = 5;

/** What is used of `@rest-gen/mcp`. */
interface Mcp {
  serveStdio(router: RestRouter, user: object, streams: { input: Readable; output: Writable }): Promise<void>;
}

/** A document without the columns of its tables must not replace one that has them. */
async function requireStore(model: ModelProvider | undefined): Promise<void> {
  try {
    await (model?.ready?.() ?? model?.ping());
  } catch (thrown) {
    const { code = 'unavailable', message, hint } = thrown as Partial<DataError>;
    throw Object.assign(new Error(`The tables cannot be read from the database: ${message}`), {
      code,
      hint: hint ?? 'Run it where the database can be reached, and its migrations are applied.',
    });
  }
}

function nameColumns({ name, kind, table, columns, relations }: RelationDescription): NamedRelation {
  return { name, kind, table, columns: columns.map((column) => column.name), relations: relations.map(nameColumns) };
}
