import { basename, dirname, resolve } from 'node:path';
import type { Exchange } from '../../core/contracts/exchange.ts';
import { requestError } from '../../core/errors.ts';
import { keepPersonal } from '../../core/respond/caching.ts';
import { breakOff } from '../../core/respond/send-answer.ts';
import { filesError } from './errors.ts';

/** Options of `download` of a controller. */
export interface DownloadOptions {
  /** The directory that the file has to be in; the path is relative to it. Default: the path is one of the program, relative to the working directory. */
  root?: string | undefined;
  /** The name under which clients save the file. Default: the last part of the path. */
  name?: string | null | undefined;
  /** The media type. Default: by the extension of the path, else `application/octet-stream`. */
  type?: string | null | undefined;
  /** Show the file in the browser if its `type`, which is required then, is one that runs no scripts: pictures, audio, video, PDF, text, but no XML such as SVG. Default `false`. */
  inline?: boolean | undefined;
}

/**
 * Answer with a file. Header fields that are set on `res` already stay, among them `Content-Type`, `Content-Disposition` and `Cache-Control`.
 *
 * @returns when all of it is sent, or the client has left
 * @throws {HttpError} 404 `E_NOT_FOUND`, 412 `E_PRECONDITION_FAILED`, 416 `E_RANGE`
 * @throws {TypeError} `inline` without a `type`, and a path that is not a string
 */
export async function sendFile(exchange: Exchange, path: string, options: DownloadOptions): Promise<undefined> {
  const { name, inline = false } = options;
  if (typeof path !== 'string') throw new TypeError(`download() takes the path of a file, not ${String(path)}.`);
  const type = readType(options);
  const found = locate(path, options.root);
  const { req } = exchange;
  const res = exchange.exposeResponse();
  const fields: Readonly<Record<string, string | undefined>> = {
    'Content-Type': type,
    'Content-Disposition': toDisposition(name ?? path, inline && runsNoScripts(type ?? '')),
    'X-Content-Type-Options': 'nosniff',
  };
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && !res.hasHeader(field)) res.setHeader(field, value);
  }
  // A cache may keep what has a `Last-Modified` and does not say how long.
  keepPersonal(res);
  // Most services send no files.
  const { default: send } = await import('send');
  const sending = send(req, found.url, { root: found.root, dotfiles: 'ignore', index: false, cacheControl: false });
  await new Promise<void>((done, fail) => {
    sending.on('error', (error) => fail(translate(error)));
    sending.on('directory', () => fail(missing()));
    sending.on('stream', (stream) => {
      // The file has become shorter: the client waits for the rest. Before the response is ended, which would look complete.
      stream.once('end', () => stream.bytesRead < Number(res.getHeader('Content-Length')) && breakOff(res));
    });
    res.once('finish', done);
    res.once('close', done);
    sending.pipe(res);
  });
  return undefined;
}

// --- internal ---

/** One media type (RFC 9110 section 8.3.1): of several after a comma, browsers take the last one. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/;

/** @param type - one media type */
function runsNoScripts(type: string): boolean {
  const essence = (type.split(';', 1)[0] as string).trim().toLowerCase();
  return /^(?:(?:image|audio|video)\/|application\/pdf$|text\/plain$)/.test(essence) && !/[+/]xml$/.test(essence);
}

/** A type that a client has sent with an upload may be anything. */
function readType({ type, inline }: DownloadOptions): string | undefined {
  if (type !== undefined && type !== null) return MEDIA_TYPE.test(type) ? type : 'application/octet-stream';
  if (inline) throw new TypeError('download() with inline: true needs the option type.');
  return undefined;
}

/** Where `send` finds a file. */
function locate(path: string, root: string | undefined): { readonly root: string; readonly url: string } {
  // It is decoded there; what is not UTF-8 is no name of a file.
  const toUrl = (file: string) => encodeURI(Buffer.from(file).toString());
  if (root !== undefined) return { root: resolve(root), url: toUrl(path) };
  // A part of the path may have come from a client.
  if (path.split(/[\\/]/).includes('..')) throw missing();
  return { root: dirname(resolve(path)), url: toUrl(basename(path)) };
}

/** Translate an error of `send`; that a path is forbidden or invalid is not told. */
function translate(
  error: Error & { readonly status?: number; readonly headers?: Readonly<Record<string, string>> },
): Error {
  const { status = 500, headers } = error;
  if (status === 416) return filesError('E_RANGE', undefined, { headers });
  if (status === 412) return requestError('E_PRECONDITION_FAILED', 'The file is not the one that the request expects.');
  return status < 500 ? missing() : error;
}

function missing() {
  return requestError('E_NOT_FOUND', 'There is no such file.');
}

/**
 * Write a `Content-Disposition` (RFC 6266), with a name that is not ASCII also in UTF-8 (RFC 8187).
 *
 * @param name - only its last part is used, as clients must (RFC 6266 section 4.3): `a/b.txt` is `b.txt`
 */
function toDisposition(name: string, isInline: boolean): string {
  const type = isInline ? 'inline' : 'attachment';
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Clients decode percent signs in the first form, in different ways.
  const ascii = last.replace(/[^\x20-\x7e]|["%]/g, '_');
  const plain = `${type}; filename="${ascii}"`;
  return ascii === last ? plain : `${plain}; filename*=UTF-8''${encode(last)}`;
}

/** Percent-encode everything but the characters of RFC 8187, `attr-char`. A lone surrogate becomes U+FFFD. */
function encode(name: string): string {
  const whole = Buffer.from(name).toString();
  return encodeURIComponent(whole).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
