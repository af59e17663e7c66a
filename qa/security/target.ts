import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { defineLogic, partial } from '@rest-gen/logic';
import { Controller, createRestRouter, type RestRouterOptions, type RuleConfig } from '@rest-gen/router';
import { createServer, type ServerLimits } from '@rest-gen/server';
import { memoryModels } from '../../packages/router/test/memory-models.ts';
import { MAJORS } from '../../packages/router/test/serve.ts';
import Rest from '../../test/fixture/rest.ts';
import { inEnvironment } from '../../test/in-environment.ts';
import { type Answer, readAnswers, request } from './bytes.ts';

/** One way to serve the application that is attacked. */
export interface Variant {
  readonly name: string;
  readonly express: 4 | 5;
  readonly isOurServer: boolean;
  /** What the captures of bulk rules take. */
  readonly capture: '\\w+' | '[^/]+';
  /** `NODE_ENV` while it is made: outside production errors teach, for which each of them is explained. */
  readonly environment: 'development' | 'production';
}

export const VARIANTS: readonly Variant[] = MAJORS.flatMap(([major]) =>
  [false, true].flatMap((isOurServer) =>
    (
      [
        ['\\w+', 'development'],
        ['[^/]+', 'production'],
      ] as const
    ).map(([capture, environment]) => ({
      name: `${major}, ${isOurServer ? 'createServer' : 'app.listen'}, ${capture}, ${environment}`,
      express: major.endsWith('4') ? 4 : 5,
      isOurServer,
      capture,
      environment,
    })),
  ),
);

/** The variants that attacks are tried on: the two that differ in everything, unless `SECURITY_VARIANTS=all`. */
export const TRIED: readonly Variant[] =
  process.env.SECURITY_VARIANTS === 'all'
    ? VARIANTS
    : VARIANTS.filter(({ express, isOurServer, environment }) =>
        express === 5 ? isOurServer && environment === 'production' : !isOurServer && environment === 'development',
      );

/** A running application. */
export interface Target {
  readonly variant: Variant;
  readonly port: number;
  readonly server: Server;
  /** What the server calls, to be served in another way too. */
  readonly app: RequestListener;
  readonly models: ReturnType<typeof memoryModels>;
  /**
   * Send bytes and read until the server closes the connection, at most 10 seconds.
   *
   * @param isHead - the answers have no bodies
   */
  send(bytes: string | Uint8Array, isHead?: boolean): Promise<Answer[]>;
  /** Send one request and read its answer. */
  ask(...given: Parameters<typeof request>): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Start the application in one of its variants, with a post and a comment. Options replace, records in them add to its own.
 *
 * @param limits - of the server; on `app.listen` those that Node has, too
 */
export async function start(
  variant: Variant,
  more: RestRouterOptions = {},
  limits: ServerLimits = {},
): Promise<Target> {
  const models = memoryModels(TABLES);
  await models.repository('post').insert({ title: 'first', views: 1, state: 'live', secret: 'hidden from all' });
  await models.repository('comment').insert({ postId: 1, text: 'well said' });
  const settings: RestRouterOptions = {
    model: models,
    log: false,
    ...more,
    rules: [...(more.rules ?? []), ...rulesOf(variant.capture)],
    controllers: {
      rest: Rest,
      post: Post,
      comment: Comment,
      plain: Plain,
      'v1/user': User,
      'api/tag': Tag,
      ...more.controllers,
    },
    logics: { post: postLogic, comment: commentLogic, ...more.logics },
  };
  // What is made in production for all variants stays so.
  const environment = process.env.NODE_ENV === 'production' ? 'production' : variant.environment;
  const router = inEnvironment(environment, () => createRestRouter(settings));
  const [, create] = MAJORS.find(([name]) => name.endsWith(String(variant.express))) as (typeof MAJORS)[number];
  const app = inEnvironment(environment, create);
  app.use(router);
  const server = variant.isOurServer ? createServer(app, limits) : createNodeServer(app as RequestListener, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (bytes: string | Uint8Array, isHead = false) => readAnswers(await exchange(port, bytes), isHead);
  return {
    variant,
    port,
    server,
    app: app as RequestListener,
    models,
    send,
    ask: async (...given) => (await send(request(...given), given[0] === 'HEAD'))[0] as Answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await router.close();
    },
  };
}

// --- internal ---

const TABLES = {
  post: {
    id: 'integer',
    title: 'string',
    body: 'string?',
    views: 'integer?',
    state: 'string?',
    meta: 'json?',
    secret: 'string?',
  },
  comment: { id: 'integer', postId: 'integer', text: 'string' },
  user: { id: 'integer', name: 'string' },
  tag: { id: 'integer', name: 'string' },
} as const;

const postFields = {
  title: { required: true, string: true, trim: true, length: { max: 80 } },
  body: { string: true, nullable: true },
  views: { int: { min: 0 }, default: 0 },
  state: { in: ['draft', 'live'] },
  meta: { object: true, nullable: true },
} as const;
const postLogic = defineLogic({
  postAction: { body: postFields },
  putAction: { body: postFields },
  patchAction: { body: partial(postFields) },
});
const commentLogic = defineLogic({ postAction: { body: { text: { required: true, string: true } } } });

class Post extends Rest<typeof postLogic> {
  static forms = true;
  static hidden = ['secret'];
}
class Comment extends Rest<typeof commentLogic> {
  static forms = true;
}
class User extends Rest {}
class Tag extends Rest {}

/** Says what it was given: without a store, and without logic. */
class Plain extends Controller {
  static forms = true;
  getAction(): unknown {
    return { params: { ...this.params }, id: this.id ?? null, query: this.get() };
  }
  postAction(): unknown {
    const given = { params: { ...this.params }, id: this.id ?? null, body: this.post() };
    return this.success(given, { status: 201 });
  }
}

function rulesOf(capture: string): readonly RuleConfig[] {
  return [
    [/\/user(?:\/(\d+))?/, 'v1/user?id=:1', 'rest'],
    ['/post/:id?', 'rest'],
    [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
    ['/plain/:id?', 'rest'],
    ['/rest-of/:rest*', 'plain?rest=:rest', 'rest'],
    [new RegExp(`/mapped/(${capture})(?:/(${capture}))?`), 'plain?first=:1&second=:2&fixed=yes', 'rest'],
    [new RegExp(`/api/(${capture})(?:/(\\d+))?`), 'api/:1?id=:2', 'rest'],
    [new RegExp(`/any/(${capture})(?:/(${capture}))?`), ':1?id=:2', 'rest'],
  ];
}

function createNodeServer(listener: RequestListener, { idleTimeout, maxHeaders: _, ...own }: ServerLimits): Server {
  const server = createPlainServer(own, listener);
  if (idleTimeout !== undefined) server.timeout = idleTimeout;
  return server;
}

async function exchange(port: number, bytes: string | Uint8Array): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // What was received before a reset counts.
  socket.on('error', () => undefined);
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
  await once(socket, 'connect');
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return Buffer.concat(chunks);
}
