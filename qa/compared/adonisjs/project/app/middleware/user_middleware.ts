import { Bouncer } from '@adonisjs/bouncer';
import type { HttpContext } from '@adonisjs/core/http';
import type { NextFn } from '@adonisjs/core/types/http';
import * as abilities from '#abilities/main';

export interface User {
  id: number;
}

const USERS = new Map<string | undefined, User>([
  ['Bearer ann', { id: 1 }],
  ['Bearer bob', { id: 2 }],
]);

export default class UserMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.user = USERS.get(ctx.request.header('authorization'));
    ctx.bouncer = new Bouncer(() => ctx.user ?? null, abilities);
    return next();
  }
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    user: User | undefined;
    bouncer: Bouncer<User, typeof abilities>;
  }
}
