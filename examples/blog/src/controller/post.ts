import type logic from '../logic/post.js';
import Rest from './rest.js';

export default class Post extends Rest<typeof logic> {}
