import { type CliError, projectError } from './errors.ts';
import { sentence } from './text.ts';

/**
 * The error of a command for an error of the models, whose code and hint it keeps.
 *
 * @param code - where the models give none: those of other providers
 * @param place - what the message begins with
 */
export function storeError(thrown: unknown, code: string, fix: string, place = ''): CliError {
  const fault = (thrown instanceof Error ? thrown : { message: String(thrown) }) as Fault;
  return projectError(
    typeof fault.code === 'string' ? fault.code : code,
    sentence(place + fault.message),
    typeof fault.hint === 'string' ? fault.hint : fix,
  );
}

// --- internal ---

interface Fault {
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: unknown;
}
