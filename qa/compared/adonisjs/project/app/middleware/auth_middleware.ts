import type { HttpContext } from '@adonisjs/core/http';
import type { NextFn } from '@adonisjs/core/types/http';

export default class AuthMiddleware {
  handle({ user, response }: HttpContext, next: NextFn) {
    return user === undefined ? response.unauthorized({ errors: [{ message: 'Unauthorized access' }] }) : next();
  }
}
