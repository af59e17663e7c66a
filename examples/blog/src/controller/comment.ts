import type logic from '../logic/comment.js';
import Rest from './rest.js';

export default class Comment extends Rest<typeof logic> {}
