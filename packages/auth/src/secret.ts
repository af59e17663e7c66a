import crypto from 'node:crypto';

/** A secret of 256 bits, for a cookie, a header field or a link. */
export function newSecret(): string {
  return crypto.randomBytes(32).toString('base64url');
}

/** Whether a text can be a secret: 32 bytes in Base64url. */
export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** What is stored of a secret. 256 bits cannot be guessed, so that a fast hash without a salt keeps them. */
export function digest(secret: string): string {
  return crypto.hash('sha256', secret, 'base64url');
}
