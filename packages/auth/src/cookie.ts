import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

/** A cookie that scripts cannot read. */
export class ServerCookie {
  readonly name: string;
  readonly #options: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean };
  readonly #maxAge: number;

  /**
   * @param secure - sent over HTTPS only. Browsers take the prefix `__Host-` only of a server itself, and with `Secure` (RFC 6265bis, section 4.1.3).
   * @param maxAge - milliseconds
   */
  constructor(name: string, secure: boolean, maxAge: number) {
    this.name = secure ? `__Host-${name}` : name;
    // With `Secure`, Safari and clients that are no browsers send no cookie to http://localhost.
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
    this.#maxAge = maxAge;
  }

  read(req: Request): string | undefined {
    const { cookie } = req.headers;
    return cookie === undefined ? undefined : parseCookie(cookie)[this.name];
  }

  set(res: Response, value: string): void {
    res.cookie(this.name, value, { ...this.#options, maxAge: this.#maxAge });
  }

  clear(res: Response): void {
    res.clearCookie(this.name, this.#options);
  }
}
