import { type Names, nameOperation, titleOf, verbOf } from '../names.ts';
import type { Operation } from '../types.ts';
import { shareHeaders, withNotice } from './answer-headers.ts';
import { answers } from './answers.ts';
import { type OperationContext, takesList } from './context.ts';
import { failures } from './failures.ts';
import { headerParameters } from './header-parameters.ts';
import { pathParameters } from './path-parameters.ts';
import { queryParameters } from './query-parameters.ts';
import { requestBody } from './request-body.ts';
import { securityOf } from './security.ts';

/** Describe one method of one path. */
export function describeOperation(context: OperationContext, names: Names): Operation {
  const { operation, controller, path } = context;
  const parameters = [...pathParameters(context), ...queryParameters(context), ...headerParameters(context)];
  const body = requestBody(context);
  const verb = verbOf(operation, path);
  const security = securityOf(context);
  return {
    tags: [controller.name],
    summary: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${titleOf(controller.name)}`,
    description: describeEffect(context),
    operationId: nameOperation(names, operation, path),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...shareHeaders(context, withNotice(context, answers(context))), ...failures(context) },
    ...(operation.deprecated !== false && { deprecated: true }),
    ...(security.length > 0 && { security: [...security] }),
  };
}

// --- internal ---

/** Describe the effect of an operation, in CommonMark. The effect of an own action is not known. */
function describeEffect(context: OperationContext): string {
  const { operation, controller, path } = context;
  const { method, action, isInherited, isMany, isBulk } = operation;
  const { statics } = controller;
  const filters = takesList(context) || isMany ? ` ${FILTERS}` : '';
  if (path.action !== undefined || !isInherited) return `The action \`${action}\` of this service.${filters}`;
  if (isMany)
    return `${method === 'PATCH' ? 'Change' : 'Delete'} the records that the filters match, all or none.${filters}`;
  switch (method) {
    case 'GET':
      return operation.isList ? `A page of the records.${filters}` : 'One record.';
    case 'QUERY':
      return `A page of the records, with the parameters in the body.${filters}`;
    case 'POST':
      return isBulk ? 'Add a record, or a list of records: all or none.' : 'Add a record.';
    case 'PUT':
      return statics.upsert ? 'Replace the record, or add it.' : 'Replace the record.';
    case 'PATCH':
      return 'Change the fields that the body has.';
    default:
      return statics.softDelete === undefined ? 'Delete the record.' : 'Mark the record as deleted.';
  }
}

const FILTERS =
  'All filters have to hold. The operators are `eq` (the same as none), `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `nin`, `null`, and of text `contains`, `startsWith` and `endsWith`: `{"gte": 1, "lt": 9}`.';
