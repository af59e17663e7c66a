import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@rest-gen/openapi';
import { CliError } from '../errors.ts';
import { quote } from '../quote.ts';
import { sentence } from '../sentence.ts';
import { isYaml } from './write-document.ts';

/**
 * Read an OpenAPI document: YAML or JSON, by the name of the file.
 *
 * @throws {CliError} `E_DOCUMENT`
 */
export async function readDocument(file: string): Promise<OpenApiDocument> {
  const document = await parse(file);
  if (isObject(document) && /^(?:[12]|3\.0)(?:\.|$)/.test(String(document.swagger ?? document.openapi ?? '')))
    throw refuse(file, `it is an OpenAPI ${document.swagger ?? document.openapi} document, older than 3.1`);
  if (isObject(document) && typeof document.openapi === 'string' && isObject(document.paths ?? {})) {
    return { paths: {}, ...document } as unknown as OpenApiDocument;
  }
  throw refuse(file, 'it is not an OpenAPI document');
}

// --- internal ---

async function parse(file: string): Promise<unknown> {
  try {
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    return isYaml(file) ? (await import('yaml')).parse(text) : JSON.parse(text);
  } catch (cause) {
    throw refuse(file, (cause as Error).message, cause);
  }
}

function refuse(file: string, reason: string, cause?: unknown): CliError {
  const message = sentence(`${quote(file)} cannot be compared with: ${reason}`);
  return new CliError('E_DOCUMENT', message, 'Write one first: rest-gen openapi --out openapi.json', { cause });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
