import type validatorPackage from 'validator';
import { suggestion } from '../nearest.ts';
import { validator } from '../on-demand.ts';
import { onlyTrue } from './arguments.ts';
import { compareDecimals } from './decimal.ts';
import * as options from './format-options.ts';
import { onNonEmpty } from './json.ts';
import { uploadName } from './kinds.ts';
import { type Options, refuseOptions } from './option.ts';
import { type Rule, TEXT, type Test } from './rule.ts';

/** The formats of text; most are one call of the package `validator`. */
export const formatRules: Record<string, Rule> = {
  alpha: withOptions(options.alpha, (value, { locale, ignore }: Letters<validatorPackage.AlphaLocale> = {}) =>
    validator.isAlpha(value, locale, { ignore }),
  ),
  alphaDash: plain((value) => /^[A-Za-z_-]+$/.test(value)),
  alphaNumeric: withOptions(
    options.alphaNumeric,
    (value, { locale, ignore }: Letters<validatorPackage.AlphanumericLocale> = {}) =>
      validator.isAlphanumeric(value, locale, { ignore }),
  ),
  alphaNumericDash: plain((value) => /^[\w-]+$/.test(value)),
  ascii: plain(by('isAscii')),
  base64: orEmpty(withOptions(options.base64, by('isBase64'))),
  creditCard: withOptions(options.creditCard, by('isCreditCard')),
  currency: withOptions(options.currency, by('isCurrency')),
  dataURI: plain(by('isDataURI')),
  decimal: withOptions(options.decimal, isDecimal),
  email: withOptions(options.email, isEmail),
  fqdn: withOptions(options.fqdn, by('isFQDN')),
  fullWidth: plain(by('isFullWidth')),
  halfWidth: plain(by('isHalfWidth')),
  hex: plain(by('isHexadecimal')),
  hexColor: withOptions(options.hexColor, by('isHexColor')),
  ip: withOptions(options.ip, (value, { version }: { version?: validatorPackage.IPVersion } = {}) =>
    validator.isIP(value, version),
  ),
  ip4: plain((value) => validator.isIP(value, 4)),
  ip6: plain((value) => validator.isIP(value, 6)),
  isbn: withOptions(options.isbn, (value, { version }: { version?: validatorPackage.ISBNVersion } = {}) =>
    validator.isISBN(value.trim() === value ? value : '', version),
  ),
  isin: plain(by('isISIN')),
  issn: withOptions(options.issn, by('isISSN')),
  iso8601: withOptions(options.iso8601, onPrintable(isIso8601)),
  lowercase: orEmpty(plain(by('isLowercase'))),
  macAddress: withOptions(options.macAddress, by('isMACAddress')),
  md5: plain(by('isMD5')),
  mongoId: plain(by('isMongoId')),
  multibyte: plain(by('isMultibyte')),
  numeric: withOptions(options.numeric, by('isNumeric')),
  uppercase: orEmpty(plain(by('isUppercase'))),
  url: withOptions(options.url, onPrintable(by('isURL'))),
  variableWidth: plain(by('isVariableWidth')),
  field: plain((value) => value.split(',').every((name) => COLUMN.test(name))),
  order: plain((value) => value.split(',').every((key) => SORT_KEY.test(key))),
  mobile: {
    on: TEXT,
    refuse: (argument) => {
      if (argument === true) return undefined;
      const locales: readonly string[] = validator.isMobilePhoneLocales;
      if (locales.includes(argument as string)) return undefined;
      const near = typeof argument === 'string' ? suggestion(argument, locales) : '';
      return `takes true (any locale) or a locale such as "de-DE"${near}`;
    },
    test: (argument: true | validatorPackage.MobilePhoneLocale) =>
      onNonEmpty((value) => validator.isMobilePhone(value, argument === true ? 'any' : argument)),
  },
  uuid: {
    on: TEXT,
    refuse: (argument) =>
      argument === true || (Number.isInteger(argument) && (argument as number) >= 1 && (argument as number) <= 8)
        ? undefined
        : 'takes true (every version) or a version from 1 to 8',
    test: (argument: true | validatorPackage.UUIDVersion) =>
      onNonEmpty((value) => validator.isUUID(value, argument === true ? 'all' : argument)),
  },
  image: {
    on: ['string', 'file'],
    refuse: onlyTrue,
    test: () => (value: string | Record<string, unknown>) => {
      if (typeof value === 'string') return PRINTABLE.test(value) && IMAGE.test(value);
      const name = uploadName(value);
      const type = value.mimetype ?? value.type ?? 'image/*';
      return typeof name === 'string' && IMAGE.test(name) && typeof type === 'string' && type.startsWith('image/');
    },
  },
};

// --- internal ---

const COLUMN = /^ *(?:\*|[A-Za-z_]\w*) *$/;
const SORT_KEY = /^ *(?:[-+]?[A-Za-z_]\w*|[A-Za-z_]\w* +(?:asc|desc)) *$/i;
const IMAGE = /\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i;

/** Line ends and other controls, which some functions of the package let pass at the end. */
const PRINTABLE = /^\P{Cc}*$/u;

/** A function of the package that takes an object of options. */
function by(name: `is${string}` & keyof typeof validator): (value: string, options?: object) => boolean {
  return (value, options) => (validator[name] as (value: string, options?: object) => boolean)(value, options);
}

function onPrintable<Given>(matches: (value: string, options?: Given) => boolean): typeof matches {
  return (value, options) => PRINTABLE.test(value) && matches(value, options);
}

/** Also accept `''`. */
function orEmpty(rule: Rule): Rule {
  return {
    ...rule,
    test: (argument, context) => {
      const test = (rule.test as NonNullable<Rule['test']>)(argument, context) as (value: string) => boolean;
      return (value: string) => value === '' || test(value);
    },
  };
}

function plain(matches: (value: string) => boolean): Rule {
  return { on: TEXT, refuse: onlyTrue, test: () => onNonEmpty(matches) };
}

interface Letters<Locale> {
  readonly locale?: Locale;
  readonly ignore?: string | RegExp;
}

function withOptions<Given extends object>(known: Options, matches: (value: string, options?: Given) => boolean): Rule {
  return {
    on: TEXT,
    refuse: (argument) => {
      if (argument === true) return undefined;
      const problem = refuseOptions(argument, known);
      if (problem !== undefined) return problem;
      try {
        matches('0', { ...(argument as Given) });
        return undefined;
      } catch (error) {
        return `has incompatible options: ${(error as Error).message}`;
      }
    },
    test: (argument: true | Given): Test => {
      if (argument === true) return onNonEmpty((value) => matches(value));
      // A copy for each call: the package writes its defaults into what it is given.
      return onNonEmpty((value) => matches(value, { ...argument }));
    },
  };
}

/** A short, plain address, as nearly all are: the package accepts all of these, but takes twenty times as long. */
const PLAIN_EMAIL = /^[a-z\d]+(?:[._+-][a-z\d]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/i;
const PLAIN_LENGTH = 64;

function isEmail(value: string, options?: validatorPackage.IsEmailOptions): boolean {
  if (options === undefined && value.length <= PLAIN_LENGTH && PLAIN_EMAIL.test(value)) return true;
  return validator.isEmail(value, options);
}

interface DecimalOptions extends validatorPackage.IsDecimalOptions {
  readonly min?: number | string;
  readonly max?: number | string;
}

/** `min` and `max` are exact: a price as text is compared as text. */
function isDecimal(value: string, { min, max, ...options }: DecimalOptions = {}): boolean {
  if (min !== undefined && max !== undefined && compareDecimals(String(min), String(max)) > 0)
    throw new Error(`no number is at least ${min} and at most ${max}`);
  if (!validator.isDecimal(value, options)) return false;
  return (
    (min === undefined || compareDecimals(value, String(min)) >= 0) &&
    (max === undefined || compareDecimals(value, String(max)) <= 0)
  );
}

/** `strict` (calendar dates) by default; fixes two bugs of the package: it accepts week 00 and refuses day 360. */
function isIso8601(value: string, options: validatorPackage.IsISO8601Options = {}): boolean {
  const day359 = value.replace(/^([+-]?\d{4}-?)360(?=\D|$)/, '$1359');
  return !/^[+-]?\d{4}-?W00/.test(value) && validator.isISO8601(day359, { strict: true, ...options });
}
