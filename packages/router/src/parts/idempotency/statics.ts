import type { StaticMembers } from '../../core/contracts/part.ts';

/** `Idempotency-Key`: docs/controllers.md. */
export interface IdempotencyStatics {
  /** POST takes an `Idempotency-Key`: a repeated request gets the answer of the first one. `'required'`: POST without one is refused (400). Default `false`. */
  idempotent?: boolean | 'required';
  /** Milliseconds that the answer to a request with an `Idempotency-Key` is kept. Default 24 hours. */
  idempotencyTtl?: number;
}

export const IDEMPOTENCY_STATICS: StaticMembers<IdempotencyStatics> = {
  idempotent: {
    expected: "true, false or 'required'",
    isValid: (value) => typeof value === 'boolean' || value === 'required',
  },
  idempotencyTtl: {
    expected: 'milliseconds, 1,000 at least',
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= 1_000,
  },
};
