export { findRoot } from '../load/find-root.ts';
export { listFiles, type ProjectFiles } from '../load/load-modules.ts';
export { checkProject } from './check/check-project.ts';
export { CHECK_CODES, type CheckCode } from './check/codes.ts';
export type { CheckedExpression, CheckReport, Finding, Level } from './check/types.ts';
export { explainAccess } from './explain/policy/explain-access.ts';
export { accessLines } from './explain/policy/policy-lines.ts';
export { tools } from './tools.ts';
