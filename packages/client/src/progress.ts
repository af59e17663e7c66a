/**
 * Create a `fetch` that tells how much of an upload has been sent, which the one of browsers does not: it uses `XMLHttpRequest`.
 *
 * `createApi({ fetch: fetchWithProgress((sent, total) => …) })`
 *
 * @param onProgress - called with bytes
 * @see docs/client.md#files
 */
export function fetchWithProgress(onProgress: (sent: number, total: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init;
      const request = new XMLHttpRequest();
      request.open(method, String(url));
      request.responseType = 'blob';
      new Headers(headers).forEach((value, name) => void request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('The request failed.'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body ?? null);
    });
}

// --- internal ---

/** What is used of it; types of Node do not have it. */
interface UploadRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null };
  readonly status: number;
  readonly statusText: string;
  readonly response: Blob;
  responseType: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: RequestInit['body']): void;
  abort(): void;
}

declare const XMLHttpRequest: new () => UploadRequest;

/** Statuses of answers that have no body (Fetch, "null body status"). */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(request: UploadRequest): Response {
  const { status, statusText } = request;
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(EMPTY.has(status) ? null : request.response, { status, statusText, headers });
}
