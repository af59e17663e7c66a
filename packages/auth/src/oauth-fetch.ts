import { unavailable } from './oauth-errors.ts';

/** Make the `fetch` for the requests to a provider. It reads the whole response, so that a connection that breaks is an error here. */
export function fetchFor(provider: string): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    let response: Response;
    let body: ArrayBuffer;
    try {
      response = await fetch(url, init);
      body = await response.arrayBuffer();
    } catch (error) {
      throw unavailable(provider, error);
    }
    if (response.status >= 500 || response.status === 429) throw unavailable(provider);
    return new Response(body.byteLength === 0 ? null : body, response);
  };
}
