import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceDescription } from '@rest-gen/router';
import { OpenApiError } from './errors.ts';
import type { Info } from './types.ts';

/**
 * Complete the given `info` of a service with the nearest `package.json` with a name above the rules file: name,
 * version, description, author and license. A service without a rules file uses the one above the working directory,
 * and only if nothing is given.
 *
 * @param given - takes precedence
 * @throws {OpenApiError} `E_OPENAPI_INFO` for a title or version that is no text, or missing
 */
export function completeInfo({ rules }: Pick<ServiceDescription, 'rules'>, given?: Partial<Info>): Info {
  const file = rules.find((rule) => rule.file !== undefined)?.file;
  const isRead = file !== undefined || given === undefined;
  const info = { ...(isRead && infoAbove(file === undefined ? process.cwd() : dirname(file))), ...given };
  const missing = (['title', 'version'] as const).find((name) => typeof info[name] !== 'string');
  if (missing === undefined) return info as Info;
  const hint = "Write info: { title: 'Blog', version: '1.0.0' }.";
  throw new OpenApiError('E_OPENAPI_INFO', `info.${missing} is no text.`, hint);
}

// --- internal ---

type Manifest = Readonly<Record<string, unknown>>;

function infoAbove(from: string): Info {
  let directory = from;
  for (;;) {
    const manifest = readManifest(directory);
    if (textOf(manifest.name) !== undefined) return infoOf(manifest);
    const parent = dirname(directory);
    if (parent === directory) return { title: 'API', version: '0.0.0' };
    directory = parent;
  }
}

function readManifest(directory: string): Manifest {
  try {
    return (JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest | null) ?? {};
  } catch {
    // Missing or invalid: try the parent directory.
    return {};
  }
}

function infoOf({ name, version, description, author, license }: Manifest): Info {
  return withoutEmpty({
    title: textOf(name) as string,
    version: textOf(version) ?? '0.0.0',
    description: textOf(description),
    contact: contactOf(author),
    license: licenseOf(license),
  }) as unknown as Info;
}

/** `Ada <ada@example.org> (https://example.org)`, or an object. */
function contactOf(author: unknown): Info['contact'] {
  const [, name, email, url] = /^([^<(]*)(?:<([^>]*)>)?[^(]*(?:\(([^)]*)\))?/.exec(textOf(author) ?? '') ?? [];
  const {
    name: own,
    email: mail,
    url: page,
  } = (typeof author === 'object' && author !== null ? author : {}) as Manifest;
  const contact = withoutEmpty({ name: textOf(own ?? name), url: textOf(page ?? url), email: textOf(mail ?? email) });
  return Object.keys(contact).length === 0 ? undefined : contact;
}

/** SPDX expressions only: `UNLICENSED` and `SEE LICENSE IN <file>` grant nothing to a client. */
function licenseOf(license: unknown): Info['license'] {
  const identifier = textOf(license);
  if (identifier === undefined || /^(?:UNLICENSED$|SEE LICENSE IN )/i.test(identifier)) return undefined;
  return { name: identifier, identifier };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function withoutEmpty(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}
