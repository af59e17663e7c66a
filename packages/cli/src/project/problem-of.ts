import type { Problem } from '../errors.ts';
import { sentence } from '../sentence.ts';

/** An error of the models as the command line prints it; errors of other providers may have no code. */
export function problemOf(thrown: unknown): Problem {
  const { code, message, hint } = (thrown instanceof Error ? thrown : { message: String(thrown) }) as Fault;
  return {
    code: typeof code === 'string' ? code : 'E_MIGRATE',
    message: sentence(message),
    fix: typeof hint === 'string' ? hint : FIX,
  };
}

// --- internal ---

interface Fault {
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: unknown;
}

const FIX = 'Fix the cause and run the command again. Migrations that were applied before stay applied (see --status).';
