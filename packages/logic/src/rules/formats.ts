import validator from 'validator';
import { isObject, onlyTrue } from './arguments.ts';
import { uploadName } from './kinds.ts';
import { type Rule, TEXT, type Test } from './rule.ts';
import { onWellFormed } from './well-formed.ts';

/** The formats of text; most are one call of the package `validator`. */
export const formatRules: Record<string, Rule> = {
  alpha: plain((value) => validator.isAlpha(value)),
  alphaDash: plain((value) => /^[A-Za-z_-]+$/.test(value)),
  alphaNumeric: plain((value) => validator.isAlphanumeric(value)),
  alphaNumericDash: plain((value) => /^[\w-]+$/.test(value)),
  ascii: plain((value) => validator.isAscii(value)),
  base64: withOptions(validator.isBase64),
  creditCard: withOptions(validator.isCreditCard),
  currency: withOptions(validator.isCurrency),
  dataURI: plain((value) => validator.isDataURI(value)),
  decimal: withOptions(validator.isDecimal),
  email: withOptions(validator.isEmail),
  fqdn: withOptions(validator.isFQDN),
  fullWidth: plain((value) => validator.isFullWidth(value)),
  halfWidth: plain((value) => validator.isHalfWidth(value)),
  hex: plain((value) => validator.isHexadecimal(value)),
  hexColor: plain((value) => validator.isHexColor(value)),
  ip: plain((value) => validator.isIP(value)),
  ip4: plain((value) => validator.isIP(value, 4)),
  ip6: plain((value) => validator.isIP(value, 6)),
  isbn: plain((value) => validator.isISBN(value)),
  isin: plain((value) => validator.isISIN(value)),
  issn: withOptions(validator.isISSN),
  iso8601: withOptions(validator.isISO8601, { strict: true }),
  lowercase: plain((value) => validator.isLowercase(value)),
  macAddress: withOptions(validator.isMACAddress),
  md5: plain((value) => validator.isMD5(value)),
  mongoId: plain((value) => validator.isMongoId(value)),
  multibyte: plain((value) => validator.isMultibyte(value)),
  numeric: withOptions(validator.isNumeric),
  uppercase: plain((value) => validator.isUppercase(value)),
  url: withOptions(validator.isURL),
  variableWidth: plain((value) => validator.isVariableWidth(value)),
  field: plain((value) => value.split(',').every((name) => COLUMN.test(name.trim()))),
  order: plain((value) => value.split(',').every((key) => SORT_KEY.test(key.trim()))),
  mobile: {
    on: TEXT,
    refuse: (argument) =>
      argument === true || LOCALES.includes(argument as string)
        ? undefined
        : 'takes true (any locale) or a locale such as "de-DE"',
    test: (argument: true | validator.MobilePhoneLocale) =>
      onWellFormed((value) => validator.isMobilePhone(value, argument === true ? 'any' : argument)),
  },
  uuid: {
    on: TEXT,
    refuse: (argument) =>
      argument === true || (Number.isInteger(argument) && (argument as number) >= 1 && (argument as number) <= 8)
        ? undefined
        : 'takes true (every version) or a version from 1 to 8',
    test: (argument: true | validator.UUIDVersion) =>
      onWellFormed((value) => validator.isUUID(value, argument === true ? 'all' : argument)),
  },
  image: {
    on: ['string', 'file'],
    refuse: onlyTrue,
    test: () => (value: string | Record<string, unknown>) => {
      if (typeof value === 'string') return IMAGE.test(value);
      const name = uploadName(value);
      const type = value.mimetype ?? value.type ?? 'image/*';
      return typeof name === 'string' && IMAGE.test(name) && typeof type === 'string' && type.startsWith('image/');
    },
  },
};

// --- internal ---

const LOCALES: readonly string[] = validator.isMobilePhoneLocales;
const COLUMN = /^(?:\*|[A-Za-z_]\w*)$/;
const SORT_KEY = /^(?:[-+]?[A-Za-z_]\w*|[A-Za-z_]\w* +(?:asc|desc))$/i;
const IMAGE = /\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i;

function plain(matches: (value: string) => boolean): Rule {
  return { on: TEXT, refuse: onlyTrue, test: () => onWellFormed(matches) };
}

function withOptions<Options extends object>(
  matches: (value: string, options?: Options) => boolean,
  usual?: Options,
): Rule {
  return {
    on: TEXT,
    refuse: (argument) => {
      if (argument === true) return undefined;
      if (!isObject(argument)) return 'takes true, or an object of options';
      try {
        matches('0', { ...argument } as Options);
        return undefined;
      } catch (error) {
        return `has options that cannot be used: ${(error as Error).message}`;
      }
    },
    test: (argument: true | Options): Test => {
      const options = argument === true ? usual : argument;
      // A copy for each call: the package writes its defaults into what it is given.
      return onWellFormed((value) => matches(value, options && { ...options }));
    },
  };
}
