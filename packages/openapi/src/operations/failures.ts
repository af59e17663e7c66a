import { problemResponse, refusalResponse } from '../schemas/problem.ts';
import type { Reference, Response } from '../types.ts';
import { isOneRecord, type OperationContext } from './context.ts';
import { policyRefuses, securityOf } from './security.ts';

/** The error responses of an operation, by status. */
export function failures(context: OperationContext): Record<string, Response | Reference> {
  const { registry, service, controller, operation } = context;
  const isOpen =
    !operation.isInherited || controller.hooks.includes('__before') || controller.hooks.includes('__after');
  const style = { isOpen, isHandled: service.hasOnError, problemType: service.problemType };
  const known = statusesOf(context).map(
    (status) => [String(status), problemResponse(registry, status, style)] as const,
  );
  return Object.fromEntries(isOpen ? [...known, ['default', refusalResponse(registry, style)]] : known);
}

// --- internal ---

const ON_RECORDS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

function statusesOf(context: OperationContext): number[] {
  const { operation, controller, path } = context;
  const isSecured = securityOf(context).length > 0;
  const isOwn = path.action !== undefined;
  const { method, takesBody, isInherited, isMany, idempotent, logic } = operation;
  const hasParameters = path.parameters.length > 0;
  const writes = method !== 'GET' && method !== 'QUERY';
  const changes = ON_RECORDS.has(method) || isOwn;
  const when: readonly (readonly [number, boolean])[] = [
    [400, true],
    [401, isSecured || policyRefuses(context, 'needsUser')],
    [403, isSecured || policyRefuses(context, 'refuses')],
    [404, hasParameters || isOneRecord(context)],
    [408, takesBody],
    [409, (isInherited && writes) || idempotent !== false],
    [412, method === 'GET' || (isInherited && changes)],
    [413, takesBody],
    [414, hasParameters],
    [415, takesBody],
    [422, logic !== undefined || (isInherited && writes && takesBody) || idempotent !== false],
    [428, isInherited && changes && (isMany || controller.statics.requirePrecondition === true)],
    [431, true],
    [500, true],
    [503, true],
  ];
  return when.filter(([, holds]) => holds).map(([status]) => status);
}
