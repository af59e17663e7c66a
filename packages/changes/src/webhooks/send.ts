import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicHost, lookupPublic, type Resolve, refusal, resolveName } from './public-address.ts';

/** Milliseconds for an attempt. */
const TIMEOUT = 15_000;
/** Bytes of an answer that are read. */
const MOST_READ = 65_536;
/** Characters of an answer that are kept. */
const MOST_KEPT = 200;

/** What is sent. */
export interface Sending {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  readonly allowPrivate: boolean;
}

/** What came of an attempt. */
export interface Answered {
  /** `undefined` without an answer. */
  readonly status: number | undefined;
  /** The beginning of the answer, or why there is none. */
  readonly text: string;
}

/** Send an event by POST. Redirects are not followed. Never rejects. */
export async function send(sending: Sending, resolve: Resolve = resolveName): Promise<Answered> {
  try {
    return await post(sending, resolve);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { status: undefined, text: keep(message || code || String(error)) };
  }
}

// --- internal ---

function post({ url, headers, body, allowPrivate }: Sending, resolve: Resolve): Promise<Answered> {
  const host = url.hostname;
  if (!allowPrivate && !isPublicHost(host)) throw refusal(host, host);
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      // A connection of its own: one that is kept open may have been made for a webhook with other rules.
      agent: false,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'rest-gen',
        ...headers,
      },
      ...(!allowPrivate && { lookup: lookupPublic(resolve) }),
    });
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${TIMEOUT / 1_000} seconds`)), TIMEOUT);
    sent.once('response', (response) => {
      readStart(response).then((text) => {
        done({ status: response.statusCode, text });
        sent.destroy();
      }, fail);
    });
    sent.once('error', fail);
    sent.once('close', () => clearTimeout(timer));
    sent.end(body);
  });
}

/** Read as much as is kept, and let the rest pass up to a limit. What fails behind the status changes nothing. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (text.length < MOST_KEPT) text += chunk.toString();
      if (bytes >= MOST_READ) break;
    }
  } catch {
    // Broken off, or out of time.
  }
  return keep(text);
}

function keep(text: string): string {
  // PostgreSQL stores no U+0000.
  return text.replaceAll('\0', '').slice(0, MOST_KEPT);
}
