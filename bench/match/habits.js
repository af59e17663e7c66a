import { fresh } from './paths.js';

/** What a contestant does besides, found out by asking. */
export function findHabits({ path: make }) {
  const id = (text) => answer(make(['/item0']), text)?.[1].id;
  return {
    /** The first of two that match in the order in which they are written. */
    order: keepsOrder(make),
    decodes: id('/item0/a%20b') === 'a b',
    slash: id('/item0/7/') === '7',
    anyCase: id('/ITEM0/7') === '7',
  };
}

// --- internal ---

function keepsOrder(make) {
  try {
    return answer(make(['/a', '/a/b']), '/a/b')?.[0] === 0;
  } catch {
    // RegExpRouter refuses two routes of which it cannot tell which is first.
    return false;
  }
}

function answer({ find, read }, path) {
  try {
    const found = find(fresh(path));
    return found ? read(found) : undefined;
  } catch {
    return undefined;
  }
}
