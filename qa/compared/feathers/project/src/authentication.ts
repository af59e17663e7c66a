import { NotAuthenticated } from '@feathersjs/errors';
import type { FeathersKoaContext } from '@feathersjs/koa';
import type { Next } from 'koa';
import type { HookContext } from './declarations';

export interface User {
  id: number;
}

declare module '@feathersjs/feathers' {
  interface Params {
    user?: User;
  }
}

const USERS = new Map<string, User>([
  ['Bearer ann', { id: 1 }],
  ['Bearer bob', { id: 2 }],
]);

export const readUser = async (ctx: FeathersKoaContext, next: Next) => {
  ctx.feathers = { ...ctx.feathers, user: USERS.get(ctx.get('authorization')) };
  await next();
};

export const requireUser = async (context: HookContext) => {
  if (context.params.provider && !context.params.user) throw new NotAuthenticated();
};
