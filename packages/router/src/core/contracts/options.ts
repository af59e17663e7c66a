import type { Messages } from '@rest-gen/logic';
import type { NextFunction, Request, Response } from 'express';
import type { HttpError } from '../errors.ts';
import type { RuleConfig } from '../parse/types.ts';
import type { SentRequest } from './sent-request.ts';

/** Where the modules of a project come from: the options that replace files. */
export interface ProjectOptions {
  readonly root?: string;
  readonly rules?: readonly RuleConfig[];
  readonly controllers?: Readonly<Record<string, object>>;
  readonly logics?: Readonly<Record<string, object>>;
  readonly policies?: Readonly<Record<string, object>>;
  readonly model?: object;
  readonly user?: object;
  readonly messages?: Messages;
}

/** Limits of requests and answers; each is a whole number from 1 to 1,000,000,000. */
export interface Limits {
  /** Bytes of a body, after decompression. Default 102,400. */
  body: number;
  /** Levels of nesting in a body. Default 64. */
  depth: number;
  /** Keys of one object in a body. Default 1,000. */
  keys: number;
  /** Items of one list in a body. Default 1,000. */
  items: number;
  /** Characters of the path as it was sent, without the query. Default 2,048. */
  path: number;
  /** Characters (UTF-16) of one captured path segment, decoded. Default 255. */
  segment: number;
  /** Header fields. Default 1,000. */
  headers: number;
  /** Query parameters. Default 100. */
  query: number;
  /** Bytes of an answer that is not a stream. Default 10,485,760: 100 records that are each as large as a body may be. */
  answer: number;
  /**
   * Bytes that answers of this process may have in memory: those that clients have not read, and lists that are being read from the store. Default:
   * half of the heap that Node may use, at most 1,000,000,000.
   */
  memory: number;
}

/** Where problem types are described: the beginning of a URL, to which the code is added in lower case, or a function that gives all of it. */
export type ProblemType = string | ((code: string) => string | undefined);

/** What `envelope` gets besides the data. */
export interface EnvelopeContext {
  readonly status: number;
  readonly controller: string;
  readonly action: string;
  readonly req: Request;
  /** For what the answer has already, such as `res.getHeader('X-Total-Count')` of a list. */
  readonly res: Response;
}

/** The `type` of a problem without a page of its own (RFC 9457 section 4.2.1). */
export const ABOUT_BLANK = 'about:blank';

/** @returns `undefined` for an error that is none of the feature */
export type Translate = (error: unknown, sent: SentRequest | undefined) => HttpError | undefined;

/** @returns the error to answer with; nothing where it has answered or passed the error on */
export type ErrorHandler = (error: HttpError, req: Request, res: Response, next: NextFunction) => unknown;

/** The options with every default in its place. */
export interface ResolvedOptions {
  readonly limits: Limits;
  readonly timeout: number;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly envelope: ((data: unknown, context: EnvelopeContext) => unknown) | undefined;
  readonly problemType: (code: string) => string;
  readonly onError: ErrorHandler | undefined;
  readonly messages: Messages | undefined;
  /** `undefined` where `Accept-Language` chooses. */
  readonly language: ((req: Request) => string | undefined) | undefined;
  /** Translates errors of a feature, such as those of stores, wherever they are thrown. */
  readonly translate: Translate;
  readonly user: (req: Request) => unknown;
  /** What a proxy strips from paths: a path, or the name of the header field that says it, in lower case. */
  readonly prefix: string | undefined;
  /** `undefined` for none. */
  readonly log: ((line: string) => void) | undefined;
  /** Errors teach (`hint`, `tried`) unless `NODE_ENV` is `production`. */
  readonly teach: boolean;
}
