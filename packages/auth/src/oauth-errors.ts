import type { HttpError } from '@rest-gen/router';
import { authError } from './errors.ts';

/** The provider does not answer. */
export function unavailable(provider: string, cause?: unknown): HttpError {
  const detail = `${provider} cannot be reached at the moment. Sign in again later.`;
  return authError('E_OAUTH_UNAVAILABLE', { detail, headers: { 'Retry-After': '10' }, cause });
}

/** The answer of the provider cannot be used. @param reason - for developers; it must have no secrets */
export function unusable(provider: string, reason: string): HttpError {
  const hint = `Check issuer, clientId, clientSecret and scope of the provider ${provider}: ${reason}.`;
  return authError('E_OAUTH_PROVIDER', { detail: `The answer of ${provider} cannot be used.`, hint });
}

/**
 * Make the answer for an error of `oauth4webapi`. Its `cause` is left out, for it may hold tokens.
 *
 * @returns other errors as they are
 */
export function toAuthError(error: unknown, provider: string): unknown {
  if (!isLibraryError(error)) return error;
  const reason = error.error ?? error.cause?.body?.error;
  if (error.code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return refused(provider, reason);
  // GitHub has a name of its own, in an answer with the status 200.
  if (reason === 'invalid_grant' || reason === 'bad_verification_code') {
    return authError('E_OAUTH', { detail: 'The code was used, or it has ended. Sign in again.' });
  }
  // The code belongs to the sign-in of another browser.
  if (error.cause?.claim === 'nonce') return authError('E_OAUTH');
  return unusable(provider, typeof reason === 'string' ? toName(reason) : error.message);
}

// --- internal ---

interface LibraryError {
  readonly code: string;
  readonly message: string;
  /** The error that the provider names. */
  readonly error?: unknown;
  readonly cause?: { readonly body?: { readonly error?: unknown }; readonly claim?: unknown };
}

function isLibraryError(error: unknown): error is LibraryError {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_');
}

/** The provider has sent the user back with an error. */
function refused(provider: string, reason: unknown): HttpError {
  if (reason === 'temporarily_unavailable' || reason === 'server_error') return unavailable(provider);
  const detail =
    reason === 'access_denied'
      ? `The sign-in with ${provider} was canceled.`
      : `${provider} has refused the sign-in: ${toName(String(reason))}.`;
  return authError('E_OAUTH', { detail });
}

/** The name of an error, without what else somebody may have written there. */
function toName(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? error : 'unknown error';
}
