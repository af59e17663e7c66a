/** Run a function with `NODE_ENV` set, then restore it. */
export function inEnvironment<T>(environment: string, work: () => T): T {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = environment;
  try {
    return work();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
