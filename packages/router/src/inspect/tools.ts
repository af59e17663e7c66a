import type { Tools } from '../contracts/tools.ts';
import { describeService } from './describe/describe-service.ts';
import { describeStart } from './describe-start.ts';
import { explainRequest } from './explain/explain-request.ts';
import { explainRefusal, teachRefusal } from './explain/policy/explain-refusal.ts';
import { nothingHere, teachError } from './explain/teach-error.ts';
import { listRoutes } from './list-routes.ts';

/** The tools of a router. */
export const tools: Tools = {
  listRoutes,
  describeService,
  describeStart,
  explainRequest,
  teachError,
  explainRefusal,
  teachRefusal,
  nothingHere,
};
