import type { ApiError } from '@rest-gen/client';

/** The error with which a call rejects. */
export async function refusal<E = ApiError>(work: Promise<unknown>): Promise<E> {
  try {
    await work;
  } catch (error) {
    return error as E;
  }
  throw new Error('It was not refused.');
}
