import type logic from '../../logic/api/author.js';
import Rest from '../rest.js';

export default class Author extends Rest<typeof logic> {}
