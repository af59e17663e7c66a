// Prints how many bytes a request and its response take, for the classes of Node and for ours; runs with --expose-gc.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { type Http1Classes, makeHttp1Classes } from '../../src/http1-classes.ts';

const COUNT = 5_000;
const socket = { readableHighWaterMark: 16_384 } as Socket;

/** Else they would be gone before they are weighed. */
const kept: unknown[] = [];

function weigh(classes: Pick<Http1Classes, 'IncomingMessage' | 'ServerResponse'>): number {
  const make = () => {
    const req = new classes.IncomingMessage(socket);
    kept.push(req, new classes.ServerResponse(req));
  };
  // The first few tell V8 how large the others have to be.
  for (let count = 0; count < 100; count += 1) make();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < COUNT; count += 1) make();
  globalThis.gc?.();
  return Math.round((process.memoryUsage().heapUsed - before) / COUNT);
}

const node = weigh({ IncomingMessage, ServerResponse });
process.stdout.write(JSON.stringify({ node, ours: weigh(makeHttp1Classes(express())) }));
kept.length = 0;
