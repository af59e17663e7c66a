import http from 'node:http';
import type { ExpressApp } from './express-app.ts';

interface NodeClasses {
  readonly IncomingMessage: typeof http.IncomingMessage;
  readonly ServerResponse: typeof http.ServerResponse;
}

/** The classes of the requests and responses of a server. */
export interface Http1Classes extends NodeClasses {
  /** Follow an application whose `request` or `response` was replaced. */
  update(): void;
}

/**
 * Classes whose instances have `app.request` and `app.response` as prototypes from the start.
 *
 * `Object.setPrototypeOf` in Express then changes nothing. If it did, every request and response would leave the fast
 * paths of V8. These are plain functions, because the prototype of a class cannot be replaced, and they call Node's
 * constructors, which are functions too. If Node makes them classes one day, its own classes are used: correct, but as
 * slow as without this package. Bun always gets its own classes, because it constructs them with other arguments.
 *
 * @param base - Node's own classes
 */
export function makeHttp1Classes(app: ExpressApp, base: NodeClasses = NODE_CLASSES): Http1Classes {
  if (process.versions.bun || isClass(base.IncomingMessage) || isClass(base.ServerResponse))
    return { ...base, update: () => undefined };
  const Request = extendRequest(base.IncomingMessage);
  const Response = extendResponse(base.ServerResponse);
  const update = () => {
    // V8 creates a new hidden class for every prototype that is set, even for the same one.
    if (Request.prototype !== app.request) Request.prototype = app.request;
    if (Response.prototype !== app.response) Response.prototype = app.response;
  };
  update();
  return {
    IncomingMessage: Request as unknown as typeof http.IncomingMessage,
    ServerResponse: Response as unknown as typeof http.ServerResponse,
    update,
  };
}

// --- internal ---

const NODE_CLASSES: NodeClasses = { IncomingMessage: http.IncomingMessage, ServerResponse: http.ServerResponse };

/**
 * Never true. V8 makes an object as large as its constructor has assignments to `this`, counted when it is parsed.
 * Those of Node's fields stand elsewhere: without these here, every request and response would enlarge its list of
 * fields again and again, which takes ten times as long as all the rest of making them. Unused memory is freed after
 * the first few. Read when it runs: a bundler would take out what a constant excludes.
 */
const RESERVE = process.pid === -1;

interface Room extends Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', undefined> {
  route: undefined;
  statusCode: number;
  statusMessage: undefined;
}

interface Constructor {
  call(self: object, first: unknown, second?: unknown): void;
}

/*
 * Both give some fields the values that they would be read as anyway: V8 of Node 20 and 22 makes a new hidden class for
 * every object that gets a field after its prototype was replaced, which a mounted application still does. `body` is
 * left out: that it is there says to some that it has been read.
 */

function extendRequest(base: object): { prototype: object } {
  const construct = base as Constructor;
  function Request(this: Room, socket: unknown): void {
    construct.call(this, socket);
    this.route = undefined;
    if (RESERVE) {
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
    }
  }
  return Request as unknown as { prototype: object };
}

function extendResponse(base: object): { prototype: object } {
  const construct = base as Constructor;
  function Response(this: Room, req: unknown, options: unknown): void {
    construct.call(this, req, options);
    this.statusCode = 200;
    this.statusMessage = undefined;
    if (RESERVE) {
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
      this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = undefined;
    }
  }
  return Response as unknown as { prototype: object };
}

function isClass(base: object): boolean {
  return Object.getOwnPropertyDescriptor(base, 'prototype')?.writable === false;
}
