import { validator } from '../on-demand.ts';
import { onWellFormed } from './json.ts';
import { parseDate } from './parse-date.ts';

/**
 * The formats of JSON Schema that the rule `format` supports.
 *
 * @see docs/logic-schemas.md
 */
export const jsonFormats: Record<string, (value: string) => boolean> = {
  date: (value) => value.length === 10 && parseDate(value) !== undefined,
  'date-time': isDateTime,
  time: (value) => isDateTime(`2000-01-01T${value}`),
  email: onWellFormed((value) => validator.isEmail(value)),
  hostname: (value) =>
    value.length <= 253 &&
    ASCII.test(value) &&
    validator.isFQDN(value, { require_tld: false, allow_numeric_tld: true }),
  ipv4: (value) => validator.isIP(value, 4),
  // The package also accepts zones (`fe80::1%eth0`).
  ipv6: (value) => !value.includes('%') && validator.isIP(value, 6),
  // `URL` repairs what RFC 3986 forbids: it removes line breaks, replaces `\` with `/` and escapes spaces.
  uri: (value) => URI.test(value) && URL.canParse(value),
  uuid: (value) => validator.isUUID(value, 'loose'),
};

// --- internal ---

const DAY = 86_400_000;
const ASCII = /^[!-~]*$/;
/** RFC 3339 section 5.6. */
const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:)(\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
/** The characters of RFC 3986; brackets around the address of a host only. */
const URI =
  /^[a-z][a-z\d+.-]*:(?:\/\/(?:(?:[\w\-.~!$&'()*+,;=:]|%[\da-f]{2})*@)?\[[\da-f:.]+\](?=[:/?#]|$))?(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*(?:#(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*)?$/i;

function isDateTime(value: string): boolean {
  const [, start = '', second = '', zone = ''] = DATE_TIME.exec(value) ?? [];
  // A leap second is the last one of a day in UTC.
  const leap = second === '60';
  const time = parseDate(`${start}${leap ? '59' : second}${zone}`.toUpperCase());
  return time !== undefined && (!leap || (time + 1000) % DAY === 0);
}
