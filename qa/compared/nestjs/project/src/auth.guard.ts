import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';

export interface User {
  id: number;
}

export interface SignedIn extends Request {
  user: User;
}

const USERS = new Map<string | undefined, User>([
  ['Bearer ann', { id: 1 }],
  ['Bearer bob', { id: 2 }],
]);

@Injectable()
export class AuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request & { user?: User }>();
    request.user = USERS.get(request.headers.authorization);
    if (request.user === undefined) throw new UnauthorizedException();
    return true;
  }
}
