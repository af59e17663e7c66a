import { changeError } from '../errors.ts';
import { isCompared, type StreamStart } from './follow.ts';
import { type Offset, parseOffset, type Start } from './offset.ts';
import type { OpenList } from './open-list.ts';
import type { Tail } from './tail.ts';

/**
 * Find where a stream begins.
 *
 * @param isFollowed - events are sent: a list that is compared is sent anew
 * @param isAgain - an `EventSource` has connected again: it would end with an error, where it gets the list anew
 * @throws {HttpError} 400 `E_OFFSET`, 410 `E_OFFSET_GONE`
 */
export async function findStart(
  text: string,
  isFollowed: boolean,
  isAgain: boolean,
  list: OpenList,
  tail: Tail,
): Promise<StreamStart> {
  const start: Start = parseOffset(text);
  if (start === 'list') return { position: undefined, isReset: false };
  const head = await tail.catchUp();
  if (start === 'now') return { position: head, isReset: false, isCurrent: true };
  if (isKept(start, head, list)) {
    // Of a list that is compared, nobody knows what the client holds.
    const isSame = start.reader === list.reader && (!isFollowed || !isCompared(list.reach));
    return isSame
      ? { position: start.position, isReset: false, isCurrent: start.position === head }
      : { position: undefined, isReset: true };
  }
  if (!isAgain) throw changeError('E_OFFSET_GONE');
  return { position: undefined, isReset: true };
}

// --- internal ---

/** A database that was restored has given fewer positions than before. */
function isKept({ position }: Offset, head: number, { source }: OpenList): boolean {
  return position >= source.pruned && position <= head;
}
