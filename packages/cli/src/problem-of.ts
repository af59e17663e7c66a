import type { Problem } from './report.ts';
import { sentence } from './sentence.ts';

/** An error of the models in the words of the command line; those of other providers may lack a code. */
export function problemOf(thrown: unknown): Problem {
  const { code, message, hint } = (thrown instanceof Error ? thrown : { message: String(thrown) }) as Fault;
  return {
    code: typeof code === 'string' ? code : 'E_MIGRATE',
    message: sentence(message),
    wayOut: typeof hint === 'string' ? hint : WAY_OUT,
  };
}

// --- internal ---

interface Fault {
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: unknown;
}

const WAY_OUT = 'Remove the cause and run the command again; what was applied before stays applied (--status).';
