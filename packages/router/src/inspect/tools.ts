export { describePaths } from './describe/describe-paths.ts';
export { describeService } from './describe/describe-service.ts';
export { describeStart } from './describe-start.ts';
export { explainRequest } from './explain/explain-request.ts';
export { nothingHere, teachError } from './explain/teach-error.ts';
export { listRoutes } from './list-routes.ts';
