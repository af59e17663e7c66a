import type logic from '../logic/comment.js';
import Rest from './rest.js';

export default class Comment extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'patch', 'delete'];
  static bulk = true;
  static include = {
    author: true,
    issue: { include: { project: true } },
  };
  static search = ['body'];
}
