import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { MadeRequest } from './make-request.ts';
import type { Documented, DocumentedAnswer } from './read-operations.ts';

/** A response. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Compare a response with the document. @returns the problem, if any */
export function checkAnswer(ajv: Ajv2020, request: MadeRequest, answer: Answer): string | undefined {
  const { operation, wrong } = request;
  const { status, headers, text } = answer;
  if (status >= 500) return 'server error';
  if (wrong !== undefined && status < 400) return `accepted an invalid request: ${wrong}`;
  if (wrong === undefined && REFUSALS.has(status)) return 'refused a valid request';
  const documented = answerFor(operation, status);
  if (documented === undefined) return `status ${status} is not documented`;
  const missing = documented.headers.find((name) => headers[name] === undefined);
  if (missing !== undefined) return `the header ${missing} is missing`;
  return checkBody(ajv, documented, headers, text);
}

// --- internal ---

const REFUSALS: ReadonlySet<number> = new Set([400, 405, 413, 415, 422]);

function answerFor({ answers }: Documented, status: number): DocumentedAnswer | undefined {
  return answers.get(String(status)) ?? answers.get(`${String(status)[0]}XX`) ?? answers.get('default');
}

function checkBody(
  ajv: Ajv2020,
  { schemas }: DocumentedAnswer,
  headers: Answer['headers'],
  text: string,
): string | undefined {
  if (text === '') return schemas.size > 0 ? 'the body is missing' : undefined;
  const mediaType = String(headers['content-type']).split(';', 1)[0] as string;
  if (!schemas.has(mediaType)) return `media type ${mediaType} is not documented`;
  const pointer = schemas.get(mediaType);
  if (pointer === undefined || !/[/+]json$/.test(mediaType)) return undefined;
  const validate = ajv.getSchema(`api#${encodeURI(pointer)}`);
  if (validate === undefined) return `there is no schema at ${pointer}`;
  return validate(JSON.parse(text))
    ? undefined
    : `the body does not match its schema: ${ajv.errorsText(validate.errors)}`;
}
