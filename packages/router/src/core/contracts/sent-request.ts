import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Request } from 'express';
import type { Params } from '../compile/types.ts';

/** What a client has sent to an action, for the error that answers it. */
export interface SentRequest {
  readonly req: Request;
  readonly params: Params;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly input: ActionInput | undefined;
  readonly logic: CompiledAction | undefined;
  /** Names that errors do not reveal. */
  readonly unreadable: ReadonlySet<string>;
}
