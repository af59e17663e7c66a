import { type Access, keyOf, type Refusal, refusalOf, whereKeys } from '@rest-gen/model/core';
import type { Inspect } from '../core/contracts/inspect.ts';
import type { Service } from '../core/contracts/service.ts';
import { debug, isDebugging } from '../core/debug.ts';
import type { HttpError } from '../core/errors.ts';
import { loggedTarget } from '../core/respond/logged-target.ts';
import type { Resource } from './contracts/resource.ts';
import { urlKey } from './keys.ts';
import { toSentError } from './map-store-error.ts';

/**
 * The error of a request that a policy has refused: outside production a 403 says why, as `tried`. With `DEBUG=@rest-gen/router` the reason is logged,
 * also that of a 401, and of a 404 whose record may not be read.
 */
export async function withReason(
  thrown: unknown,
  resource: Resource,
  service: Service,
  inspect: Inspect,
): Promise<unknown> {
  const { req, params } = resource.exchange;
  try {
    // The option `user` can throw.
    const { access } = resource;
    if (access === undefined) return thrown;
    const error = toSentError(thrown, resource.exchange);
    const refusal =
      refusalOf(thrown) ?? refusalOf(error.cause) ?? (await hiddenRecord(error, resource, service, access));
    if (refusal === undefined) return thrown;
    const tried = await inspect.explainRefusal(refusal, service, access);
    if (tried.length === 0) return thrown;
    debug(
      '%s %s: %s refused %s by a policy%s',
      req.method,
      loggedTarget(req, params),
      error.status,
      refusal.operation,
      tried,
    );
    return error.status === 403 && service.options.teach ? inspect.teachRefusal(error, tried) : thrown;
  } catch (error) {
    // A store that does not answer, for example: the request was refused all the same.
    debug('%s %s: why it was refused is not known: %s', req.method, loggedTarget(req, params), error);
    return thrown;
  }
}

// --- internal ---

/** Only for the log: the client learns nothing of a record that may not be read. */
async function hiddenRecord(
  error: HttpError,
  { exchange: { params }, table: own, key }: Resource,
  { project }: Service,
  access: Access,
): Promise<Refusal | undefined> {
  const { id } = params;
  const table = access.find(own.name);
  if (error.status !== 404 || id === undefined || table === undefined || !isDebugging()) return undefined;
  const repository = project.model?.repository(table.table);
  if (repository === undefined) return undefined;
  const description = await repository.describe();
  const { primaryKey } = description;
  const where = whereKeys([key ?? id], urlKey(own, description).map(own.columnOf));
  const row = await repository.findOne({ where, fields: primaryKey });
  if (row === undefined) return undefined;
  return { table: table.table, operation: 'read', ids: [keyOf(row, primaryKey)], values: undefined };
}
