import {
  type Exchange,
  matchPath,
  type PlannedAction,
  refuseParameter,
  requestPath,
  resourceIn,
  type Service,
  Slot,
} from '@rest-gen/router/part';
import type { RequestHandler } from 'express';

/** What a request says of the history that it wants. */
export interface HistoryRequest {
  /** The record at this time, and no list: `2026-01-31T12:00:00.000Z` */
  readonly at: string | undefined;
  /** The last entry of the page before. */
  readonly after: string | undefined;
  readonly pageSize: number;
  /** `undefined` for all. */
  readonly fields: readonly string[] | undefined;
  /** The parameters that the link to the next page repeats. */
  readonly linked: Readonly<Record<string, string>>;
}

/** On an exchange: its history is asked for. */
export const HISTORY: Slot<HistoryRequest> = new Slot<HistoryRequest>('changes/history');

/** The last segment of the path of a history. */
export const SEGMENT = '/history';

/** Lead `/post/7/history` to `/post/7` with a mark, where that is a record of one of the classes, and where no rule of the project takes the path. */
export function routeHistory({ index, controllers, options }: Service, names: ReadonlySet<string>): RequestHandler {
  const match = (path: string) => {
    try {
      return matchPath(index, path, options.limits);
    } catch {
      // The rules say what is wrong.
      return undefined;
    }
  };
  return function history(req, _res, next) {
    const path = req.method === 'GET' || req.method === 'HEAD' ? requestPath(req) : undefined;
    const isAsked = path?.endsWith(SEGMENT) && !controllers.has(match(path)?.controller ?? '');
    const record = isAsked ? path?.slice(0, -SEGMENT.length) : undefined;
    const matched = record ? match(record) : undefined;
    if (
      matched?.params.id !== undefined &&
      matched.rule.rule.target.action === undefined &&
      names.has(matched.controller)
    ) {
      MARK.set(req, true);
      req.url = req.url.replace(path as string, () => record as string);
    }
    next();
  };
}

/** Whether an action answers with the history of a record, too. */
export function servesHistory({ action, isCollection }: PlannedAction): boolean {
  return action === 'getAction' && !isCollection;
}

/** Take the parameters of a history out of the query, which has those of one record then. @throws {HttpError} 400 `E_QUERY` */
export function takeHistory(exchange: Exchange): void {
  if (MARK.get(exchange.req) === undefined) return;
  const { at, after, pageSize, fields, ...rest } = exchange.query;
  const { table } = resourceIn(exchange);
  if (rest.include !== undefined) throw refuseParameter('include', 'is not known here');
  if (at !== undefined && (after ?? pageSize) !== undefined)
    throw refuseParameter('at', 'asks for one record, which has no pages');
  const names = fields === undefined ? undefined : [fields].flat().join();
  const size = pageSize === undefined ? table.pageSize : readSize(pageSize, table.maxPageSize);
  HISTORY.set(exchange, {
    at: at === undefined ? undefined : readTime(at),
    after: after === undefined ? undefined : readPlace(after),
    pageSize: size,
    fields: names?.split(','),
    linked: {
      ...(rest.deleted !== undefined && { deleted: String(rest.deleted) }),
      ...(pageSize !== undefined && { pageSize: String(size) }),
      ...(names !== undefined && { fields: names }),
    },
  });
  exchange.query = rest;
}

/** The error of a text that is no place in the history. */
export function noPlace(): Error {
  return refuseParameter('after', 'is not a place in this history; take it from the link "next" of an answer');
}

// --- internal ---

type Given = string | readonly string[];

/** On a request: its path ended with `/history`. */
const MARK: Slot<true> = new Slot<true>('changes/history-path');

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

function readTime(text: Given): string {
  const time = typeof text === 'string' && TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw refuseParameter('at', 'takes a time such as 2026-01-31T12:00:00Z');
}

function readPlace(text: Given): string {
  if (typeof text === 'string' && /^\d{1,18}$/.test(text)) return text;
  throw noPlace();
}

function readSize(text: Given, most: number): number {
  const size = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= most) return size;
  throw refuseParameter('pageSize', `takes a whole number from 1 to ${most}`);
}
