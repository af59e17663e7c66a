import { type Names, nameOperation, titleOf, verbOf } from '../names.ts';
import type { Operation } from '../types.ts';
import { shareHeaders, withNotice } from './answer-headers.ts';
import { answers } from './answers.ts';
import type { OperationContext } from './context.ts';
import { describeEffect } from './describe-effect.ts';
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
