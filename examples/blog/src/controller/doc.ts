import type logic from '../logic/doc.js';
import Rest from './rest.js';

export default class Doc extends Rest<typeof logic> {}
