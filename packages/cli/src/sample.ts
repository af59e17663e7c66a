import type { FieldType } from './field-types.ts';

/** A value of a type, as code: what the logic of a generated resource takes, and its column holds. A reference has none by itself. */
export function sampleOf(type: FieldType): string | undefined {
  return SAMPLES.get(type);
}

// --- internal ---

const SAMPLES: ReadonlyMap<FieldType, string> = new Map([
  ['string', "'text'"],
  ['text', "'text'"],
  ['integer', '1'],
  ['bigint', '1'],
  ['decimal', "'12.50'"],
  ['double', '1.5'],
  ['boolean', 'true'],
  ['date', "'2026-01-02'"],
  ['datetime', "'2026-01-02T03:04:05.000Z'"],
  ['json', '{}'],
  ['uuid', "'0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57'"],
]);
