import crypto from 'node:crypto';
import { promisify } from 'node:util';
import { busy } from './errors.ts';
import { Queue } from './queue.ts';

/**
 * Hash a password, for seeds and tests: Argon2id where Node has it (24.7 and later), else scrypt, in the PHC string format, which has the parameters.
 * Two are hashed at a time.
 *
 * @param password - in any Unicode form: it is normalized (NFKC)
 * @throws {HttpError} 503 `E_SIGN_IN_BUSY` while 100 wait
 * @see docs/authentication.md
 */
export function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16);
  return QUEUE.run(async () => write(BEST, await derive(BEST, password, salt), salt));
}

/**
 * Compare a password with a stored hash. Without a hash, the same work is done: how long it takes does not tell whether there is one.
 *
 * A hash that cannot be computed is wrong, and a process warning `E_PASSWORD_HASH` says so: an error would tell that there is a user.
 *
 * @returns `renew`: the hash has other parameters than those of new ones
 * @throws {HttpError} 503 `E_SIGN_IN_BUSY`
 */
export async function checkPassword(
  password: string,
  stored: string | null | undefined,
): Promise<{ isRight: boolean; renew: boolean }> {
  const found = stored ? read(stored) : undefined;
  const { algorithm, salt, hash } = found ?? { algorithm: BEST, salt: DECOY, hash: DECOY };
  const computed = await QUEUE.run(() => derive(algorithm, password, salt));
  const isRight = found !== undefined && computed.length === hash.length && crypto.timingSafeEqual(computed, hash);
  return { isRight, renew: isRight && describe(algorithm) !== describe(BEST) };
}

// --- internal ---

/** An algorithm with its parameters, by the names that the PHC string format gives them. */
type Algorithm =
  | { readonly name: 'argon2id'; readonly m: number; readonly t: number; readonly p: number }
  | { readonly name: 'scrypt'; readonly ln: number; readonly r: number; readonly p: number };

type Argon2 = (
  algorithm: string,
  parameters: Record<string, unknown>,
  callback: (error: Error | null, hash: Buffer) => void,
) => void;

/** Node 24.7 and later. */
const { argon2 } = crypto as unknown as { argon2?: Argon2 };
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt);

/** OWASP Password Storage Cheat Sheet: 19 MiB and two passes, or 16 MiB and five lanes. */
const BEST: Algorithm = argon2 ? { name: 'argon2id', m: 19_456, t: 2, p: 1 } : { name: 'scrypt', ln: 14, r: 8, p: 5 };
const LENGTH = 32;
/** In place of a salt and of a hash that are not there. */
const DECOY = crypto.randomBytes(LENGTH);
/** A hash takes a thread of Node and 16 MiB for about a tenth of a second: two leave threads to everything else. */
const QUEUE = new Queue(2, 100, busy);

async function derive(algorithm: Algorithm, password: string, salt: Buffer): Promise<Buffer> {
  const text = password.normalize('NFKC');
  if (algorithm.name === 'scrypt') {
    const { ln, r, p } = algorithm;
    return scrypt(text, salt, LENGTH, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r });
  }
  const { m: memory, t: passes, p: parallelism } = algorithm;
  const parameters = { message: text, nonce: salt, parallelism, tagLength: LENGTH, memory, passes };
  return promisify(argon2 as Argon2)('argon2id', parameters) as Promise<Buffer>;
}

/** `scrypt$ln=14,r=8,p=5`, or of Argon2id `argon2id$v=19$m=19456,t=2,p=1`. */
function describe({ name, ...parameters }: Algorithm): string {
  const version = name === 'argon2id' ? '$v=19' : '';
  return `${name}${version}$${Object.entries(parameters)
    .map(([key, value]) => `${key}=${value}`)
    .join()}`;
}

function write(algorithm: Algorithm, hash: Buffer, salt: Buffer): string {
  return `$${describe(algorithm)}$${toBase64(salt)}$${toBase64(hash)}`;
}

const FORMS = {
  scrypt: /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/,
  argon2id: /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/,
};

/** @returns `undefined` for a hash of another form, or one that this Node cannot compute */
function read(stored: string): { algorithm: Algorithm; salt: Buffer; hash: Buffer } | undefined {
  for (const [name, form] of Object.entries(FORMS)) {
    const [, first, second, third, salt = '', hash = ''] = form.exec(stored) ?? [];
    if (first === undefined) continue;
    const [a, b, p] = [first, second, third].map(Number) as [number, number, number];
    if (name === 'argon2id' && !argon2) return warn('of Argon2id, which Node has from 24.7 on');
    const algorithm: Algorithm = name === 'scrypt' ? { name, ln: a, r: b, p } : { name: 'argon2id', m: a, t: b, p };
    return { algorithm, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  }
  return warn('of another form: store what hashPassword() of @rest-gen/auth returns');
}

function warn(what: string): undefined {
  process.emitWarning(`A stored hash of a password is ${what}. Nobody can sign in with it.`, {
    code: 'E_PASSWORD_HASH',
  });
}

/** Without padding, as the PHC string format writes it. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
