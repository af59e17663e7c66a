import { validator } from '../on-demand.ts';
import {
  characters,
  flag,
  hosts,
  ignored,
  listOf,
  type Option,
  type Options,
  oneOf,
  separator,
  size,
  text,
} from './option.ts';

// The names are those of the package `validator`.

const CARDS: readonly string[] = ['amex', 'dinersclub', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa'];
const PROTOCOL = /^[a-z][a-z\d+.-]*$/;
const HOST: Options = { require_tld: flag, allow_underscores: flag, ignore_max_length: flag };
const NAME: Options = { ...HOST, allow_trailing_dot: flag, allow_numeric_tld: flag, allow_wildcard: flag };

/** Options of `alpha`. */
export const alpha: Options = { locale: locale(() => validator.isAlphaLocales), ignore: ignored };

/** Options of `alphaNumeric`. */
export const alphaNumeric: Options = { locale: locale(() => validator.isAlphanumericLocales), ignore: ignored };

/** Options of `base64`. */
export const base64: Options = { urlSafe: flag, padding: flag };

/** Options of `creditCard`. */
export const creditCard: Options = {
  provider: {
    takes: CARDS.join(', '),
    fits: (value) => typeof value === 'string' && CARDS.includes(value.toLowerCase()),
  },
};

/** Options of `currency`. */
export const currency: Options = {
  symbol: text,
  require_symbol: flag,
  allow_space_after_symbol: flag,
  symbol_after_digits: flag,
  allow_negatives: flag,
  parens_for_negatives: flag,
  negative_sign_before_digits: flag,
  negative_sign_after_digits: flag,
  allow_negative_sign_placeholder: flag,
  thousands_separator: separator,
  decimal_separator: separator,
  allow_decimal: flag,
  require_decimal: flag,
  digits_after_decimal: listOf('a non-empty list of integers', size.fits),
  allow_space_after_digits: flag,
};

/** Options of `decimal`; the bounds are not those of the package. */
export const decimal: Options = {
  min: bound(),
  max: bound(),
  force_decimal: flag,
  decimal_digits: {
    takes: 'a number or range of digits such as "2", "1,3" or "1,"',
    fits: (value) => size.fits(value) || (typeof value === 'string' && /^\d+(?:,\d*)?$/.test(value)),
  },
  locale: locale(() => validator.isFloatLocales),
};

/** Options of `email`. */
export const email: Options = {
  ...HOST,
  allow_display_name: flag,
  require_display_name: flag,
  allow_utf8_local_part: flag,
  allow_ip_domain: flag,
  domain_specific_validation: flag,
  blacklisted_chars: characters,
  host_blacklist: hosts,
  host_whitelist: hosts,
};

/** Options of `fqdn`. */
export const fqdn: Options = NAME;

/** Options of `hexColor`. */
export const hexColor: Options = { require_hashtag: flag };

/** Options of `ip`. */
export const ip: Options = { version: oneOf([4, 6]) };

/** Options of `isbn`. */
export const isbn: Options = { version: oneOf([10, 13]) };

/** Options of `issn`. */
export const issn: Options = { case_sensitive: flag, require_hyphen: flag };

/** Options of `iso8601`. */
export const iso8601: Options = { strict: flag, strictSeparator: flag };

/** Options of `macAddress`. */
export const macAddress: Options = { no_separators: flag, no_colons: flag, eui: oneOf(['48', '64']) };

/** Options of `numeric`. */
export const numeric: Options = { no_symbols: flag, locale: locale(() => validator.isFloatLocales) };

/** Options of `url`. */
export const url: Options = {
  ...NAME,
  protocols: listOf(
    'a list of protocols in lower case, such as ["https"]',
    (value) => typeof value === 'string' && PROTOCOL.test(value),
  ),
  require_protocol: flag,
  require_host: flag,
  require_port: flag,
  require_valid_protocol: flag,
  allow_protocol_relative_urls: flag,
  allow_fragments: flag,
  allow_query_components: flag,
  disallow_auth: flag,
  validate_length: flag,
  max_allowed_length: size,
  host_blacklist: hosts,
  host_whitelist: hosts,
};

// --- internal ---

/** A bound of decimal numbers: JavaScript rounds numbers of many digits. */
function bound(): Option {
  return {
    takes: 'a number, or its digits as text',
    fits: (value) => ['number', 'string'].includes(typeof value) && /^-?\d+(?:\.\d+)?$/.test(String(value)),
  };
}

/** @param locales - called when a rule names a locale */
function locale(locales: () => readonly string[]): Option {
  return {
    takes: 'a locale such as "de-DE"',
    fits: (value) => locales().includes(value as string),
  };
}
