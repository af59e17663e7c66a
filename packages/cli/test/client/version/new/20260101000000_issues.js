export { up } from '../old/20260101000000_issues.js';
