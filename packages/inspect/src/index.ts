export {
  type AccessExplanation,
  type ExplainedRule,
  explainAccess,
  type PolicyExplanation,
} from '@rest-gen/router/internal';
export { checkProject, countWarnings } from './check/check-project.ts';
export type { CheckReport, Finding, Level } from './check/finding.ts';
export { CHECK_CODES, type CheckCode } from './check/finding.ts';
export { explainRequest } from './explain/explain-request.ts';
export { formatExplanation, formatTried } from './explain/format-explanation.ts';
export { explainRefusal, teachRefusal } from './explain/policy/explain-refusal.ts';
export { accessLines } from './explain/policy/policy-lines.ts';
export { nothingHere, teachError } from './explain/teach-error.ts';
