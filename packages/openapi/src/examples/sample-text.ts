import type { Schema } from '../types.ts';
import { textOfPattern } from './text-of-pattern.ts';

/** Make up a text from the format, the rules and the pattern of a schema; else a plain one as long as it has to be. */
export function sampleText(schema: Schema): string {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as TextSchema;
  const known = FORMATS[format ?? ''] ?? Object.entries(RULES).find(([rule]) => schema[rule] !== undefined)?.[1];
  if (known !== undefined) return known;
  const affixes = `${textArgument(schema['x-startWith'])}${textArgument(schema['x-contains'])}`;
  const plain = `${affixes}text${textArgument(schema['x-endWith'])}`;
  if (pattern !== undefined && !matches(pattern, plain)) return textOfPattern(pattern) ?? plain;
  return plain.padEnd(minLength, ' text').slice(0, maxLength);
}

// --- internal ---

interface TextSchema {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.org',
  'idn-email': 'ada@example.org',
  hostname: 'example.org',
  'idn-hostname': 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  iri: 'https://example.org/',
  'uri-reference': '/post/1',
  'iri-reference': '/post/1',
  'uri-template': '/post/{id}',
  'json-pointer': '/title',
  'relative-json-pointer': '0/title',
  regex: '^[a-z]+$',
  uuid: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

/** A text for each rule of `@rest-gen/logic` that JSON Schema does not have. */
const RULES: Readonly<Record<string, string>> = {
  'x-date': '2026-01-31',
  'x-email': 'ada@example.org',
  'x-url': 'https://example.org/',
  'x-uuid': '8e03978e-40d5-43e8-bc93-6894a57f9324',
  'x-fqdn': 'example.org',
  'x-ip': '192.0.2.1',
  'x-ip4': '192.0.2.1',
  'x-ip6': '2001:db8::1',
  'x-mobile': '+4915112345678',
  'x-alpha': 'text',
  'x-alphaDash': 'text',
  'x-alphaNumeric': 'text1',
  'x-alphaNumericDash': 'text-1',
  'x-lowercase': 'text',
  'x-uppercase': 'TEXT',
  'x-base64': 'dGV4dA==',
  'x-creditCard': '4111111111111111',
  'x-currency': '$1.50',
  'x-dataURI': 'data:text/plain;base64,dGV4dA==',
  'x-decimal': '1.5',
  'x-fullWidth': 'Ｔｅｘｔ',
  'x-multibyte': 'Ｔｅｘｔ',
  'x-variableWidth': 'Ｔext',
  'x-hex': 'ff',
  'x-hexColor': '#ff0000',
  'x-isbn': '9783161484100',
  'x-isin': 'US0378331005',
  'x-issn': '0378-5955',
  'x-iso8601': '2026-01-31',
  'x-macAddress': '01:23:45:67:89:ab',
  'x-md5': '1cb251ec0d568de6a929b520c4aed8d1',
  'x-mongoId': '507f1f77bcf86cd799439011',
  'x-numeric': '12',
  'x-field': 'id,title',
  'x-order': '-id',
  'x-image': 'photo.png',
  'x-json': '{}',
};

function textArgument(argument: unknown): string {
  return typeof argument === 'string' ? argument : '';
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
