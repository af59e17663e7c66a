import type logic from '../logic/issue.ts';
import Rest from './rest.ts';

// getAction, postAction, putAction, patchAction and deleteAction come from the base class: write one here to change it.
export default class Issue extends Rest<typeof logic> {}
