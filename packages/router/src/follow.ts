/**
 * Go on with a value: at once, or when it has come. Only what takes its time costs a promise, and what it throws is thrown in the same way.
 *
 * @param subject - what `next` works on, so that it need not be a closure
 */
export function follow<S, T, R>(
  value: T | PromiseLike<T>,
  subject: S,
  next: (subject: S, value: T) => R | Promise<R>,
): R | Promise<R> {
  return isThenable(value) ? wait(value, subject, next) : next(subject, value);
}

/** Whether `await` waits for a value: query builders of others, and promises of each kind that a program may have, are waited for, too. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return typeof (value as { then?: unknown }).then === 'function';
}

// --- internal ---

/** `await`, because a promise may have a method `then` of its own, which may give anything. */
async function wait<S, T, R>(
  value: PromiseLike<T>,
  subject: S,
  next: (subject: S, value: T) => R | Promise<R>,
): Promise<R> {
  return next(subject, await value);
}
