/**
 * Why no document can be created.
 *
 * - `E_OPENAPI_INFO`: `info` has no title or version
 * - `E_OPENAPI_VERSION`: no path belongs to the requested version, or no document of this version of OpenAPI is written
 * - `E_OPENAPI_MAKE`: `make` finds no example for a record
 *
 * @see docs/errors-packages.md
 */
export type OpenApiErrorCode = 'E_OPENAPI_INFO' | 'E_OPENAPI_VERSION' | 'E_OPENAPI_MAKE';

/**
 * A document that cannot be created; the message names the value and the fix.
 *
 * @see docs/errors-packages.md
 */
export class OpenApiError extends Error {
  override readonly name = 'OpenApiError';
  readonly code: OpenApiErrorCode;
  /** How to fix it, in one sentence. */
  readonly hint: string;

  constructor(code: OpenApiErrorCode, reason: string, hint: string) {
    super(`${code}: ${reason} ${hint}`);
    this.code = code;
    this.hint = hint;
    // The message contains it already: an uncaught error would print it twice.
    Object.defineProperty(this, 'hint', { enumerable: false });
  }
}
