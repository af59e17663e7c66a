import { execFileSync } from 'node:child_process';
import { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { makeHttp1Classes } from '../src/http1-classes.ts';
import { MAJORS } from './serve.ts';

class Request extends IncomingMessage {}

describe('HTTP/1 classes', () => {
  for (const [name, express] of MAJORS) {
    it(`are those of Node when they cannot be called without new (${name})`, () => {
      const app = express();
      const classes = makeHttp1Classes(app, { IncomingMessage: Request, ServerResponse });
      classes.update();
      expect(classes).to.include({ IncomingMessage: Request, ServerResponse });
    });
  }

  it('take no more than 1.25 times the memory of those of Node', function () {
    this.timeout(60_000);
    const file = fileURLToPath(new URL('./programs/weigh.ts', import.meta.url));
    const printed = execFileSync(process.execPath, [...process.execArgv, '--expose-gc', file], { encoding: 'utf8' });
    const { node, ours } = JSON.parse(printed) as { node: number; ours: number };
    expect(node).to.be.greaterThan(500);
    expect(ours / node, printed).to.be.lessThan(1.25);
  });

  it('allocate no more than 1.5 times as much as those of Node, as built', function () {
    this.timeout(60_000);
    const isBuilt = process.env.REST_GEN_BUILT === '1';
    // No collection comes while it counts.
    const flags = [...(isBuilt ? [] : process.execArgv), '--min-semi-space-size=64', '--max-semi-space-size=64'];
    const options = { encoding: 'utf8', cwd: new URL('.', import.meta.url) } as const;
    const printed = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', ALLOCATE], options);
    const { node, ours } = JSON.parse(printed) as { node: number; ours: number };
    expect(node).to.be.greaterThan(500);
    expect(ours / node, printed).to.be.lessThan(1.5);
  });
});

// --- internal ---

/** Prints how many bytes are allocated for a request and its response, for the classes of both servers. */
const ALLOCATE = `
import { createServer as createHttp } from 'node:http';
import { createServer } from '@rest-gen/server';
import express from 'express';

function allocate(server) {
  const find = (name) => server[Object.getOwnPropertySymbols(server).find(({ description }) => description === name)];
  const [Request, Response] = [find('IncomingMessage'), find('ServerResponse')];
  const make = () => new Response(new Request({ readableHighWaterMark: 16_384 }));
  for (let count = 0; count < 2_000; count += 1) make();
  // The least of several: what the engine allocates for itself, such as compiled code, is in some of them only.
  const weights = Array.from({ length: 10 }, () => {
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 1_000; count += 1) make();
    return Math.round((process.memoryUsage().heapUsed - before) / 1_000);
  });
  return Math.min(...weights);
}

console.log(JSON.stringify({ node: allocate(createHttp()), ours: allocate(createServer(express())) }));
`;
