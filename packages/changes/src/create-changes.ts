import type { ChangeLog } from '@rest-gen/model';
import { type RestRouter, StartError } from '@rest-gen/router';
import {
  BOOLEAN,
  type CreatePart,
  type Exchange,
  type Hooks,
  type Part,
  type Project,
  RESOURCE,
  resourceIn,
  SENT,
  Slot,
} from '@rest-gen/router/part';
import { answerStream, type StreamRequest, type StreamServices } from './answer-stream.ts';
import { changeLogOf, checkClasses } from './check-classes.ts';
import { changeError } from './errors.ts';
import { READ } from './feed.ts';
import { narrowModels } from './narrow-models.ts';
import { OpenStreams } from './open-streams.ts';
import { Tail } from './tail.ts';
import type { ChangesOptions } from './types.ts';

interface ChangesStatics {
  /** The list can be followed: `GET /post?offset=-1&live=sse`. The table needs `t.changes` in a migration. Default `false`. */
  changes?: boolean;
}

/**
 * Create the part for feeds of changes: `createRestRouter({ parts: [createChanges()] })`.
 *
 * @throws {TypeError} for an option that is no positive number
 * @see docs/changes.md
 */
export function createChanges(options: ChangesOptions = {}): CreatePart {
  const limits = { ...DEFAULTS, ...options };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === 'number' && value > 0 && value < 2 ** 31) continue;
    throw new TypeError(`The option ${name} of createChanges is ${String(value)}, and has to be a positive number.`);
  }
  return (project) => createPart(project, limits);
}

// --- internal ---

const DEFAULTS: Required<ChangesOptions> = {
  pollInterval: 100,
  heartbeat: 15_000,
  maxAge: 300_000,
  maxStreamsPerUser: 20,
  maxStreams: 1_000,
};

/** What a request says of the changes it wants. */
const ASKED: Slot<StreamRequest> = new Slot<StreamRequest>('changes/asked');

function createPart(project: Project, limits: Required<ChangesOptions>): Part<ChangesStatics> {
  const names: string[] = [];
  const streams = new OpenStreams(limits);
  let services: StreamServices | undefined;
  return {
    name: 'changes',
    statics: { changes: BOOLEAN },

    plan({ name, Class, file }) {
      if (Class.changes !== true) return undefined;
      if ((Class as { declaresListQuery?: unknown }).declaresListQuery !== true) throw noList(name, file);
      names.push(name);
      const hooks = createHooks(() => services);
      return { action: ({ action, isCollection }) => (isCollection && action === 'getAction' ? hooks : undefined) };
    },

    async start({ service, router }) {
      if (names.length === 0) return;
      const log = changeLogOf(project);
      await checkClasses(names, service, log);
      services = openServices(router as RestRouter, log, limits, streams);
    },

    close: async () => streams.closeAll(),
  };
}

function openServices(
  router: RestRouter,
  log: ChangeLog,
  { pollInterval, heartbeat }: Required<ChangesOptions>,
  streams: OpenStreams,
): StreamServices {
  const tail = new Tail(log, pollInterval, () => streams.endStopping());
  return { router, log, tail, streams, heartbeat, feeds: new Map() };
}

function createHooks(servicesOf: () => StreamServices | undefined): Hooks {
  return {
    begin(exchange) {
      const read = READ.getStore();
      const resource = RESOURCE.get(exchange);
      if (read !== undefined && !read.isTaken && resource?.model !== undefined) {
        read.isTaken = true;
        resource.model = narrowModels(resource.model, read);
      }
      const { headers } = exchange.req;
      // A part may refuse the media type, which is not one of a list.
      if (headers.accept?.includes('text/event-stream') && exchange.req.url.includes('live=')) headers.accept = '*/*';
    },

    admit(exchange) {
      const asked = takeParameters(exchange);
      if (asked !== undefined) ASKED.set(exchange, asked);
    },

    around(exchange, act) {
      const asked = ASKED.get(exchange);
      const services = servicesOf();
      if (asked === undefined || services === undefined) return act();
      return answerStream(exchange, resourceIn(exchange), asked, services);
    },

    described: {
      parameters: [
        {
          name: 'offset',
          in: 'query',
          description:
            'Changes behind this offset: `-1` the list and then its changes, `now`, or the offset of an answer.',
          schema: { type: 'string' },
        },
        {
          name: 'live',
          in: 'query',
          description: '`sse`: changes as server-sent events; `long-poll`: waits for the next ones. Needs `offset`.',
          schema: { type: 'string', enum: ['sse', 'long-poll'] },
        },
      ],
    },
  };
}

/** Take the parameters of a stream out of the query, which has those of the list then. @throws {HttpError} 400 `E_STREAM` */
function takeParameters(exchange: Exchange): StreamRequest | undefined {
  const { offset, live, cursor: _cursor, ...list } = exchange.query;
  if (offset === undefined && live === undefined) return undefined;
  const refuse = (parameter: string, detail: string) => changeError('E_STREAM', detail, { extra: { parameter } });
  if (offset === undefined || typeof offset !== 'string')
    throw refuse('offset', 'A stream begins at one offset: offset=-1.');
  if (live !== undefined && live !== 'sse' && live !== 'long-poll')
    throw refuse('live', 'live takes sse or long-poll.');
  const paged = PAGED.find((name) => list[name] !== undefined);
  if (paged !== undefined) throw refuse(paged, `A stream has no ${paged}: it is of the whole list.`);
  if (live === 'sse' && SENT.get(exchange.req) !== undefined)
    throw refuse('live', 'A request of the program itself gets no events: read with live=long-poll.');
  exchange.query = list;
  return { offset, live };
}

const PAGED = ['page', 'after', 'pageSize', 'deleted'];

function noList(name: string, file: string | undefined): StartError {
  return new StartError(
    'E_CONTROLLER_STATIC',
    `the controller "${name}" says static changes, and not static declaresListQuery`,
    {
      file,
      hint: 'The list is followed as getAction answers it with this.list(): generate the class with rest-gen controller … -r.',
    },
  );
}
