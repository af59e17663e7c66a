import type { AddressInfo } from 'node:net';
import type { RestRouter } from '@rest-gen/router';
import express from 'express';

/** Sends a request with a body of JSON. */
export type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; allow: string | null; body: Record<string, unknown> | undefined }>;

/** Serve a router while `work` sends it requests. */
export async function withServer(router: RestRouter, work: (send: Send) => Promise<void>): Promise<void> {
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await work(async (method, path, body) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const answer = await fetch(url, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        allow: answer.headers.get('allow'),
        body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
      };
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
