import type { ChangeLog } from '@rest-gen/model';
import { type RestRouter, StartError } from '@rest-gen/router';
import {
  BOOLEAN,
  type CreatePart,
  type Hooks,
  type Part,
  type Project,
  type StaticMember,
} from '@rest-gen/router/part';
import { changeLogOf, checkClasses, type RecordedClass } from './check-classes.ts';
import { answerHistory, type HistoryServices } from './history/answer-history.ts';
import { HISTORY, routeHistory, servesHistory, takeHistory } from './history/history-request.ts';
import type { StreamServices } from './stream/answer-stream.ts';
import { OpenStreams } from './stream/open-streams.ts';
import { createStreamHooks, READING } from './stream/stream-hooks.ts';
import { Tail } from './stream/tail.ts';
import type { ChangesOptions, HistoryOptions } from './types.ts';

interface ChangesStatics {
  /** The list can be followed: `GET /post?offset=-1&live=sse`. The table needs `t.changes` in a migration. Default `false`. */
  changes?: boolean;
  /**
   * Records have a history: `GET /post/7/history`. The table needs `t.changes({ keep: 'forever' })` in a migration. `{ actor: 'updated_by' }` names a column
   * with who has written the record. Default `false`.
   */
  history?: boolean | HistoryOptions;
}

/**
 * Create the part for feeds of changes and for history: `createRestRouter({ parts: [createChanges()] })`.
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

const HISTORY_STATIC: StaticMember = {
  expected: "true, false or the name of a column: { actor: 'updated_by' }",
  isValid: (value) =>
    typeof value === 'boolean' ||
    (typeof value === 'object' &&
      value !== null &&
      Object.keys(value).every((name) => name === 'actor') &&
      typeof (value as HistoryOptions).actor === 'string'),
};

function createPart(project: Project, limits: Required<ChangesOptions>): Part<ChangesStatics> {
  const classes: RecordedClass[] = [];
  const streams = new OpenStreams(limits);
  let services: StreamServices | undefined;
  let check: (() => Promise<boolean>) | undefined;
  /** Classes that could not be checked at the start are checked by the first requests. */
  const servicesOf = async (): Promise<StreamServices | undefined> => {
    if (check !== undefined && (await check())) check = undefined;
    return services;
  };
  return {
    name: 'changes',
    statics: { changes: BOOLEAN, history: HISTORY_STATIC },

    plan({ name, Class, file }) {
      const { changes = false, history = false } = Class;
      if (!changes && history === false) return undefined;
      const { declaresListQuery } = Class as { declaresListQuery?: unknown };
      if (declaresListQuery !== true) throw noList(name, changes ? 'changes' : 'history', file);
      if (Class.singleton && history !== false) throw noRecords(name, file);
      const actor = typeof history === 'object' ? history.actor : undefined;
      classes.push({ name, file, isFollowed: changes, isHistory: history !== false, actor });
      const list = changes ? createStreamHooks(servicesOf) : READING;
      const record = history === false ? undefined : createHistoryHooks(actor, servicesOf);
      return {
        action: (about) =>
          about.isCollection && about.action === 'getAction' ? list : servesHistory(about) ? record : undefined,
      };
    },

    async start({ service, router }) {
      if (classes.length === 0) return;
      const log = changeLogOf(project);
      const checkAll = () => checkClasses(classes, service, log);
      check = (await checkAll()) ? undefined : checkAll;
      services = openServices(router as RestRouter, log, limits, streams);
      const names = classes.flatMap(({ name, isHistory }) => (isHistory ? [name] : []));
      if (names.length > 0) router.use(routeHistory(service, new Set(names)));
    },

    close: async () => streams.closeAll(),
  };
}

function createHistoryHooks(actor: string | undefined, servicesOf: () => Promise<HistoryServices | undefined>): Hooks {
  return {
    admit: takeHistory,

    async around(exchange, act) {
      const services = HISTORY.get(exchange) && (await servicesOf());
      if (services === undefined) return act();
      return answerHistory(exchange, act, actor, services);
    },
  };
}

function openServices(
  router: RestRouter,
  log: ChangeLog,
  { pollInterval, heartbeat }: Required<ChangesOptions>,
  streams: OpenStreams,
): StreamServices {
  const tail = new Tail(log, pollInterval);
  return { router, log, tail, streams, heartbeat, feeds: new Map() };
}

function noList(name: string, member: string, file: string | undefined): StartError {
  return new StartError(
    'E_CONTROLLER_STATIC',
    `the controller "${name}" says static ${member}, and not static declaresListQuery`,
    {
      file,
      hint: 'Records are read as getAction answers them with this.list(): generate the class with rest-gen controller … -r.',
    },
  );
}

function noRecords(name: string, file: string | undefined): StartError {
  return new StartError('E_CONTROLLER_STATIC', `the controller "${name}" says static history, and static singleton`, {
    file,
    hint: 'A history is that of a record with an id in its path.',
  });
}
