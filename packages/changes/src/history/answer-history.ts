import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import {
  type Act,
  type Exchange,
  isHttpError,
  pathOf,
  type ReadyAnswer,
  type Resource,
  requestError,
  requestPath,
  resourceIn,
  toAnswer,
  userOfRequest,
} from '@rest-gen/router/part';
import { changeError } from '../errors.ts';
import { ListRefused, readRows } from '../list/read-rows.ts';
import { recordKey } from '../list/record-key.ts';
import { passOn } from '../stream/answer-stream.ts';
import { passedHeaders, withoutParameters } from '../stream/open-list.ts';
import type { Selection } from '../types.ts';
import { HISTORY, type HistoryRequest, SEGMENT } from './history-request.ts';
import { type HistorySource, listEntries } from './list-entries.ts';
import { type Current, type State, States } from './states.ts';

/** What answers with histories needs. */
export interface HistoryServices {
  readonly router: RestRouter;
  readonly log: ChangeLog;
}

/**
 * Answer with the history of a record, or with what it was at a time, where the requester may read it now. A record that is deleted is found by what it was
 * last.
 *
 * @param act - the GET of the record
 * @param actor - the column with who has written it
 */
export async function answerHistory(
  exchange: Exchange,
  act: Act,
  actor: string | undefined,
  services: HistoryServices,
): Promise<ReadyAnswer | undefined> {
  const asked = HISTORY.get(exchange) as HistoryRequest;
  let missing: unknown;
  try {
    const answer = await act();
    if (answer?.status !== 200) return answer;
  } catch (error) {
    if (!isHttpError(error) || error.code !== 'E_NOT_FOUND') throw error;
    missing = error;
  }
  try {
    exchange.becomePersonal();
    await resourceIn(exchange).reserve(asked.pageSize + 2);
    const { source, current, readCurrent } = await openRecord(exchange, asked, actor, services, missing);
    return await (asked.at === undefined
      ? answerList(exchange, asked, source, readCurrent)
      : answerTime(exchange, asked.at, source, current?.state));
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    if (missing !== undefined) throw missing;
    return passOn(error);
  }
}

// --- internal ---

/** A record whose history is asked for. */
interface OpenRecord {
  readonly source: HistorySource;
  readonly current: Current | undefined;
  readonly readCurrent: () => Promise<State | undefined>;
}

/** Find the record, now or in its last state. @throws what its GET has thrown */
async function openRecord(
  exchange: Exchange,
  asked: HistoryRequest,
  actor: string | undefined,
  services: HistoryServices,
  missing: unknown,
): Promise<OpenRecord> {
  const { log } = services;
  const resource = resourceIn(exchange);
  const { table } = resource;
  const states = await openStates(exchange, resource, asked, actor, services);
  const id = recordKey(resource.key ?? (exchange.params.id as string));
  const current = await states.current(id, table.key && table.columnOf(table.key));
  const key = current?.key ?? id;
  const show = (state: State): State => pickFields(state, asked.fields);
  const source: HistorySource = { log, table: table.name, key, states, actor, show };
  const readCurrent = async () => (await states.current(id, table.key && table.columnOf(table.key)))?.state;
  if (current !== undefined) return { source, current, readCurrent };
  const gone = missing ?? requestError('E_NOT_FOUND');
  // Only the primary key is recorded.
  if (table.key !== undefined) throw gone;
  const [newest] = await log.ofRecord({ table: table.name, key, newestFirst: true, limit: 1 });
  const [last] = newest?.action === 'delete' ? await states.of([newest.before]) : [];
  if (last === undefined) throw gone;
  return { source, current, readCurrent };
}

function pickFields(state: State, fields: readonly string[] | undefined): State {
  if (fields === undefined) return state;
  return Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(state, name) ? [[name, state[name]]] : [])));
}

async function openStates(
  { req, query }: Exchange,
  { table, model }: Resource,
  { fields }: HistoryRequest,
  actor: string | undefined,
  { router, log }: HistoryServices,
): Promise<States> {
  const recorded = (await log.tables()).find((one) => one.table === table.name);
  const description = await model?.repository(table.name).describe();
  if (recorded === undefined || description === undefined)
    throw requestError('E_INTERNAL', undefined, { hint: `The table "${table.name}" records no changes.` });
  const path = parentOf(requestPath(req) as string);
  const others = withoutParameters(req.url, OWN).split('?')[1];
  const shown = fields && `fields=${[...fields, ...(actor ? [actor] : [])].map(encodeURIComponent).join()}`;
  const address = { user: userOfRequest(router, req), headers: passedHeaders(req) };
  const list = (deleted?: string) => {
    const search = [others, shown, deleted].filter(Boolean).join('&');
    const url = search === '' ? path : `${path}?${search}`;
    return (selection: Selection) => readRows(router, log, { ...address, url }, selection);
  };
  const { softDelete } = table;
  const isDeleted = softDelete !== undefined && query.deleted === 'true';
  const lists = isDeleted ? [list(), list('deleted=true')] : [list()];
  return new States({ lists, description, names: table.names, recorded, softDelete });
}

/** `/post/7` → `/post` */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** The parameters that the lists do not have. */
const OWN: ReadonlySet<string> = new Set(['at', 'after', 'pageSize', 'fields', 'deleted']);

async function answerList(
  exchange: Exchange,
  { after, pageSize, linked }: HistoryRequest,
  source: HistorySource,
  readCurrent: () => Promise<State | undefined>,
): Promise<ReadyAnswer> {
  const read = await listEntries(source, after, pageSize + 1, readCurrent);
  const page = read.slice(0, pageSize);
  const last = read.length > pageSize ? page.at(-1) : undefined;
  const next = last && `${pathOf(exchange.req)}${SEGMENT}?${new URLSearchParams({ ...linked, after: last.id })}`;
  exchange.page = { records: page.length, measured: () => {} };
  return answerWith(
    exchange,
    page.map(({ entry }) => entry),
    next === undefined ? {} : { Link: `<${next}>; rel="next"` },
  );
}

async function answerTime(
  exchange: Exchange,
  at: string,
  { log, table, key, states, show }: HistorySource,
  current: State | undefined,
): Promise<ReadyAnswer> {
  const { since } = states;
  if (at < since) throw changeError('E_HISTORY', `What the record was before ${since} is not known.`);
  const [next] = await log.ofRecord({ table, key, newestFirst: false, limit: 1, later: at });
  const state = next === undefined ? current : (await states.of([next.before]))[0];
  if (state === undefined) throw requestError('E_NOT_FOUND', `There was no such record at ${at}.`);
  return answerWith(exchange, show(state), {});
}

/** Answer as an action does: in the envelope, with an `ETag`. */
async function answerWith(exchange: Exchange, data: unknown, headers: Record<string, string>): Promise<ReadyAnswer> {
  exchange.answer = { data, status: 200, headers };
  exchange.recordTag = undefined;
  return toAnswer(undefined, exchange);
}
