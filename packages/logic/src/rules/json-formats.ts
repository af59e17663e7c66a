import validator from 'validator';
import { readDate } from '../run/read-date.ts';
import { onWellFormed } from './well-formed.ts';

const ZONED = /(?:Z|[+-]\d\d:\d\d)$/;

/** The formats of JSON Schema that the rule `format` knows. */
export const jsonFormats: Record<string, (value: string) => boolean> = {
  date: (value) => value.length === 10 && readDate(value) !== undefined,
  'date-time': (value) => /:\d\d:\d\d/.test(value) && ZONED.test(value) && readDate(value) !== undefined,
  time: (value) => /:\d\d:\d\d/.test(value) && ZONED.test(value) && readDate(`2000-01-01T${value}`) !== undefined,
  email: onWellFormed((value) => validator.isEmail(value)),
  hostname: onWellFormed((value) => validator.isFQDN(value, { require_tld: false })),
  ipv4: (value) => validator.isIP(value, 4),
  ipv6: (value) => validator.isIP(value, 6),
  uri: (value) => URL.canParse(value),
  uuid: (value) => validator.isUUID(value, 'loose'),
};
