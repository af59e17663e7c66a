import type logic from '../../logic/api/tag.js';
import Rest from '../rest.js';

export default class Tag extends Rest<typeof logic> {}
