import { HttpError, type HttpErrorOptions } from '@rest-gen/router';

/** The codes of the answers of this package. */
export type AuthCode =
  | 'E_SIGN_IN'
  | 'E_TOKEN'
  | 'E_ORIGIN'
  | 'E_ABILITY'
  | 'E_SESSION'
  | 'E_ATTEMPTS'
  | 'E_SIGN_IN_BUSY'
  | 'E_OAUTH'
  | 'E_OAUTH_PROVIDER'
  | 'E_OAUTH_UNAVAILABLE';

/**
 * Every code of this package: the status of its answer, and what it means.
 *
 * @see docs/errors-packages.md
 */
export const AUTH_CODES: Readonly<Record<AuthCode, readonly [status: number, meaning: string]>> = {
  E_SIGN_IN: [401, 'The address or the password is wrong, or the address is not verified yet.'],
  E_TOKEN: [401, 'The token is not valid, or it has ended.'],
  E_ORIGIN: [
    403,
    'A write with a cookie has to come from a page of this service. Programs send their token as Authorization: Bearer.',
  ],
  E_ABILITY: [403, 'The token does not have this ability.'],
  E_SESSION: [403, 'This needs a session: an API token cannot do it.'],
  E_ATTEMPTS: [429, 'Too many attempts. Try again later.'],
  E_SIGN_IN_BUSY: [503, 'Too many are signing in at this moment. Try again soon.'],
  E_OAUTH: [400, 'This browser has not begun this sign-in, or more than ten minutes ago. Sign in again.'],
  E_OAUTH_PROVIDER: [502, 'The answer of the provider cannot be used.'],
  E_OAUTH_UNAVAILABLE: [503, 'The provider cannot be reached at the moment. Sign in again later.'],
};

/** Make the error of a code. */
export function authError(code: AuthCode, options: HttpErrorOptions & { detail?: string } = {}): HttpError {
  const [status, meaning] = AUTH_CODES[code];
  return new HttpError(status, options.detail ?? meaning, { ...options, code });
}

/** Make the error of a line that is too long. */
export function busy(): HttpError {
  return authError('E_SIGN_IN_BUSY', { headers: { 'Retry-After': '5' } });
}

/** Make the error 422 of a field of the body, in the form of those of a logic. */
export function fieldError(field: string, rule: string, message: string): HttpError {
  return new HttpError(422, message, { extra: { errors: [{ in: 'body', pointer: `/${field}`, rule, message }] } });
}
