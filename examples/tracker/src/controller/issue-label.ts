import Rest from './rest.js';

/** Has no rule: labels are written with their issue. Its hooks put them into the audit trail. */
export default class IssueLabel extends Rest {}
