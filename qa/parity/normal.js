const DAY = 86_400_000;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)?/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
/** The name of a file that multer has stored. */
const FILE = /\b[0-9a-f]{32}\b/g;
/** The entity tag of a file, and its `Last-Modified`. */
const FILE_TAG = /W\/"([0-9a-f]+)-([0-9a-f]{11})"/g;
const HTTP_DATE = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;
/** A cursor is JSON in base64url: it may hold a time. */
const CURSOR = /\bafter=([\w-]{8,})/g;

/**
 * Write what two processes cannot have in common as marks: times that the database wrote, random identifiers and names of files.
 *
 * @param {string} text
 * @param {number} real - what the machine's clock says
 * @returns {string}
 */
export function normalize(text, real) {
  return text
    .replace(CURSOR, (all, cursor) => {
      const json = Buffer.from(cursor, 'base64url').toString();
      const normal = normalize(json, real);
      return normal === json ? all : `after=<${normal}>`;
    })
    .replace(TIME, (time) => (isNow(toMilliseconds(time), real) ? '<time>' : time))
    .replace(UUID, (uuid) => (uuid.startsWith(FIXED) ? uuid : '<uuid>'))
    .replace(FILE_TAG, (tag, size, time) => (isNow(Number.parseInt(time, 16), real) ? `W/"${size}-<time>"` : tag))
    .replace(HTTP_DATE, (date) => (isNow(Date.parse(date), real) ? '<time>' : date))
    .replace(FILE, '<file>');
}

/** What `normalize` writes. */
export const MARK = /<(?:time|uuid|file)>/;

/** UUIDs of requests and seeds begin like this, and are compared. */
export const FIXED = '00000000-';

// --- internal ---

const isNow = (time, real) => Math.abs(time - real) < DAY;

/** The zone of a database session is UTC. */
function toMilliseconds(time) {
  const [, day, clock, zone = ''] = /^(.{10}).([\d:.]+)(.*)$/.exec(time);
  return Date.parse(`${day}T${clock}${zone === '' ? 'Z' : zone.padEnd(zone === 'Z' ? 1 : 6, ':00')}`);
}
