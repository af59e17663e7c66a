import { createHash } from 'node:crypto';
import { changeError } from '../errors.ts';

/** Where to begin: with the list, with what comes next, or behind a position. */
export type Start = 'list' | 'now' | Offset;

/** A place among the changes of a list. */
export interface Offset {
  readonly position: number;
  /** What the policies said of the user: with other decisions, other records belong to the list. */
  readonly reader: string;
}

/** Write an offset: its texts sort as the positions do. */
export function writeOffset({ position, reader }: Offset): string {
  return `${String(position).padStart(16, '0')}_${reader}`;
}

/** @throws {HttpError} 400 `E_OFFSET` */
export function parseOffset(text: string): Start {
  if (text === '-1') return 'list';
  if (text === 'now') return 'now';
  const [, position, reader = ''] = /^(\d{16})_([\w-]{8})$/.exec(text) ?? [];
  if (position === undefined) {
    throw changeError('E_OFFSET', `"${text.slice(0, 40)}" is no offset; take one of an answer, -1 or now.`, {
      extra: { parameter: 'offset' },
    });
  }
  return { position: Number(position), reader };
}

/** A short text that differs with what is given. */
export function shortHash(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 8);
}
