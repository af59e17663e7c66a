import type { Logic } from '@rest-gen/logic';
import type { CurrentUser, Row } from '@rest-gen/model/core';
import type { Request, Response } from 'express';
import type { CoreStatics } from './contracts/controller.ts';
import { HttpError, requestError, withoutStack } from './errors.ts';
import type { AnyName, BodyField, BodyName, BodyOf, GetField, GetName, ParamsOf } from './input-types.ts';
import { EXCHANGE, exchangeOf } from './slot.ts';

/** Options of `success` of a controller. */
export interface SuccessOptions {
  /** Status of the answer, 200 to 399. Default: 200; 204 without data. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

// A registered symbol, so that two copies of the package in one program know each other's controllers.
const CONTROLLER: unique symbol = Symbol.for('@rest-gen/router.controller');

/**
 * The part of every controller that knows requests and answers, and no records: one method for each HTTP method (`getAction`, `postAction`, …), and what
 * they read and answer with (seed, "Actions of a REST controller").
 *
 * One instance serves one request. In the constructor there is no request yet; begin in `__before`.
 */
export class BaseController<L extends Logic = Logic> {
  /** For types only: the logic of the controller, as in `Rest<typeof logic>`. */
  declare readonly logic?: L;

  /** Runs before the body is read; return `false`, or answer, to stop (403 when nothing was answered). */
  __before?(): unknown;
  /** Runs after the action, before the answer is sent. */
  __after?(): unknown;
  /** Runs for a method that has no action here, in place of the answer 405. */
  __call?(): unknown;

  /** Whether a value is a controller of any copy of this package. */
  static isController(value: unknown): value is BaseController {
    return typeof value === 'object' && value !== null && CONTROLLER in value;
  }

  get req(): Request {
    return exchangeOf(this).req;
  }

  get res(): Response {
    return exchangeOf(this).exposeResponse();
  }

  /**
   * Who the request is: what the option `user` of the router returns, by default `req.user`; `undefined` for nobody. An action that reads it has an
   * answer for this user: with `Cache-Control: private, no-cache`, unless it sets that.
   */
  get user(): CurrentUser | undefined {
    const exchange = exchangeOf(this);
    exchange.becomePersonal();
    return exchange.user as CurrentUser | undefined;
  }

  /** Aborts when the client disconnects or at the deadline; pass it to cancelable work. */
  get signal(): AbortSignal {
    return exchangeOf(this).signal;
  }

  /** The mapped route parameters: as received in `__before`, validated after that. */
  get params(): ParamsOf<L> {
    const { input, params } = exchangeOf(this);
    return (input?.params ?? params) as ParamsOf<L>;
  }

  /** The mapped parameter `id`, `undefined` for the collection. Only the path can give it. */
  get id(): GetField<L, 'id'> {
    return (this.params as Row).id as GetField<L, 'id'>;
  }

  /** Whether the URL names one record: it has an id, or the class is a singleton. */
  get isItem(): boolean {
    const { singleton = false } = this.constructor as CoreStatics;
    return singleton || this.id !== undefined;
  }

  /** The mapped parameters other than `id` and `static unscoped`: the parents that the URL names. */
  // biome-ignore lint/suspicious/noExplicitAny: a parameter is whatever its logic makes of it.
  get scope(): Record<string, any> {
    const { params } = this;
    const { unscoped } = this.constructor as CoreStatics;
    const scope: Row = {};
    for (const name in params) if (name !== 'id' && !unscoped?.includes(name)) scope[name] = params[name];
    return scope;
  }

  /**
   * Read a mapped route parameter, else a validated query parameter; without a name, all of them.
   *
   * A name that the rule maps is read from the path only: a query parameter of that name is ignored.
   */
  // biome-ignore lint/suspicious/noExplicitAny: a parameter is whatever its logic makes of it.
  get(): Record<string, any>;
  get<Name extends GetName<L> | AnyName>(name: Name): GetField<L, Name>;
  get(name?: string): unknown {
    const { paramNames, input } = exchangeOf(this);
    const query = input?.query ?? {};
    if (name === undefined) {
      const free = Object.entries(query).filter(([key]) => !paramNames.has(key));
      return Object.assign(Object.create(null), Object.fromEntries(free), this.params);
    }
    return ownValue(paramNames.has(name) ? this.params : query, name);
  }

  /** Read a field of the validated body; without a name, the whole body. */
  post(): BodyOf<L>;
  post<Name extends BodyName<L> | AnyName>(name: Name): BodyField<L, Name>;
  post(name?: string): unknown {
    const body = exchangeOf(this).input?.body;
    return name === undefined ? body : ownValue(body, name);
  }

  /** Read a header field of the request, by name in any case. */
  header(name: string): string | undefined {
    const value = this.req.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Answer with data, or 204 without (seed, "Inside an action"); works with and without `return`. */
  success(): undefined;
  success<T>(data: T, options?: SuccessOptions): T;
  success<T>(data?: T, options: SuccessOptions = {}): T | undefined {
    const { status, headers = {} } = options;
    if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 399)) {
      throw new RangeError(`success() takes a status from 200 to 399, not ${String(status)}; use fail() for errors.`);
    }
    exchangeOf(this).answer = { data, status, headers };
    return data;
  }

  /**
   * Stop with an error answer.
   *
   * @param extra - further members of the problem document
   * @throws {HttpError} always
   */
  fail(status: number, detail?: string, extra?: Readonly<Record<string, unknown>>): never {
    const make = () => new HttpError(status, detail, { extra });
    // In a constructor there is no context.
    throw status < 500 && EXCHANGE.get(this)?.traced === false ? withoutStack(make) : make();
  }

  /** Return the record, or stop with 404 when it is undefined. */
  found<T>(record: T | undefined): T {
    if (record === undefined) throw requestError('E_NOT_FOUND');
    return record;
  }
}

// --- internal ---

Object.defineProperty(BaseController.prototype, CONTROLLER, { value: true });

/** @returns `undefined` for a name that the object does not have itself */
export function ownValue(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, name)
    ? (values as Row)[name]
    : undefined;
}
