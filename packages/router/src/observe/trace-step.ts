import { isThenable } from '../follow.ts';
import type { StepChannel } from './channels.ts';
import type { StepMessage } from './types.ts';

/**
 * Run a step under its channel, with the stores that are bound to its `start` (`AsyncLocalStorage`).
 *
 * The events are those of `TracingChannel.tracePromise`; a step that takes no time of its own stays without a promise, and has `start` and `end` alone.
 */
export function traceStep<T>(channel: StepChannel, message: StepMessage, work: () => T): T {
  const begun = performance.now();
  const finish = (): void => {
    message.duration = performance.now() - begun;
  };
  const fail = (error: unknown): void => {
    message.error = error;
    channel.error.publish(message);
  };
  const settle = (): void => {
    channel.asyncStart.publish(message);
    channel.asyncEnd.publish(message);
  };
  return channel.start.runStores(message, () => {
    try {
      const value = work();
      if (!isThenable(value)) {
        finish();
        return value;
      }
      return value.then(
        (settled) => {
          finish();
          settle();
          return settled;
        },
        (error: unknown) => {
          finish();
          fail(error);
          settle();
          throw error;
        },
      ) as T;
    } catch (error) {
      finish();
      fail(error);
      throw error;
    } finally {
      channel.end.publish(message);
    }
  });
}
