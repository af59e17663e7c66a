import { type Channel, channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { StepMessage } from './types.ts';

/** The channel of one step of a request. */
export type StepChannel = TracingChannel<unknown, StepMessage>;

/** A rule takes a request: a `MatchMessage`. */
export const MATCH: Channel = channel('rest-gen.match');
/** Step 5, where the controller has a logic: `tracing:rest-gen.logic:start`, `end`, `asyncStart`, `asyncEnd`, `error`. */
export const LOGIC: StepChannel = tracingChannel('rest-gen.logic');
/** Step 6: `tracing:rest-gen.action:start` and so on. */
export const ACTION: StepChannel = tracingChannel('rest-gen.action');
/** A request is over: an `AnswerMessage`. */
export const ANSWER: Channel = channel('rest-gen.answer');

/** Whether there is a subscriber; checked once per request. */
export function isObserved(): boolean {
  return MATCH.hasSubscribers || ANSWER.hasSubscribers || LOGIC.hasSubscribers || ACTION.hasSubscribers;
}
