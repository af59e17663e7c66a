import type { AddressInfo } from 'node:net';
import type { RestRouter } from '@rest-gen/router';
import express from 'express';

/** Sends a request with a body of JSON. */
export type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

export interface Answer {
  readonly status: number;
  readonly allow: string | null;
  readonly location: string | null;
  readonly tag: string | null;
  /** The target of the link to the next page. */
  readonly next: string | undefined;
  readonly body: Record<string, unknown> | undefined;
}

/** Serve a router while `work` sends it requests. */
export async function withServer(router: RestRouter, work: (send: Send) => Promise<void>): Promise<void> {
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await work(async (method, path, body, headers) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const answer = await fetch(url, {
        method,
        headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        allow: answer.headers.get('allow'),
        location: answer.headers.get('location'),
        tag: answer.headers.get('etag'),
        next: /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
        body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
      };
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
