import { portablePattern } from '../schemas/declared-schema.ts';
import type { Parameter, Reference } from '../types.ts';
import type { OperationContext } from './context.ts';
import { sectionFields } from './section-fields.ts';

/** The headers that an operation uses: conditions, preferences, idempotency keys, and those its logic declares. */
export function headerParameters(context: OperationContext): (Parameter | Reference)[] {
  const own = ownHeaders(context);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const declared = [...sectionFields(context, 'headers')]
    .filter(([name]) => !names.has(name.toLowerCase()) && !SAID_ELSEWHERE.has(name.toLowerCase()))
    .map(([name, { schema, required, notice }]): Parameter => {
      return { name, in: 'header', ...(required && { required }), ...notice, schema };
    });
  const ofParts = context.operation.parameters
    .filter((one) => one.in === 'header')
    .map((one): Parameter => ({ ...one }));
  return [...[...own, ...ofParts].map((parameter) => context.registry.addParameter(parameter)), ...declared];
}

// --- internal ---

/** OpenAPI 3.1 ignores these as parameters: media types and security schemes describe them. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** `*`, or entity tags between commas (RFC 9110 section 8.8.3). */
const TAGS = portablePattern('^(?:\\*|(?:W/)?"[!#-~]*"(?:, ?(?:W/)?"[!#-~]*")*)$');
/** Bare, or in quotes. */
const KEY = portablePattern('^(?:[!#-+\\--:<-\\[\\]-~]+|"[!#-\\[\\]-~]+")$');
const WRITES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

function ownHeaders({ operation, controller, path, service }: OperationContext): Parameter[] {
  const { method, isInherited, isMany, idempotent } = operation;
  const { requirePrecondition = false } = controller.statics;
  if (method === 'GET')
    return [
      tags('If-None-Match', 'Tags of what the client has: 304 when it is still that.'),
      tags('If-Match', 'Tags one of which the answer has to have; else 412.'),
    ];
  const key = idempotent === false ? [] : [idempotencyKey(idempotent === 'required')];
  if (!isInherited || method === 'QUERY') return key;
  if (isMany) return [maxAffected(method === 'PATCH', service.limits.items)];
  const isWrite = WRITES.has(method) || path.action !== undefined;
  return [
    ...(isWrite ? [ifMatch(requirePrecondition && method !== 'PUT')] : []),
    ...(isWrite ? [tags('If-None-Match', 'Tags that the record must not have; `*`: it must not exist.')] : []),
    ...key,
    ...(method === 'DELETE' ? [] : [prefer()]),
  ];
}

function ifMatch(required: boolean): Parameter {
  const parameter = tags(
    'If-Match',
    'Tags of the version that is changed, one of which the record has to have; else 412.',
  );
  return required ? { ...parameter, required } : parameter;
}

function tags(name: string, description: string): Parameter {
  return {
    name,
    in: 'header',
    description,
    schema: { type: 'string', pattern: TAGS },
  };
}

function idempotencyKey(required: boolean): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A new UUID for a new request; with the same one a repeated request gets the answer of the first.',
    ...(required && { required }),
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: KEY },
  };
}

function maxAffected(hasBody: boolean, items: number): Parameter {
  const minimal = hasBody ? ' `return=minimal`: the response does not contain the records.' : '';
  return {
    name: 'Prefer',
    in: 'header',
    description: `\`max-affected=N\`: the number of records that may be changed at most, up to ${items} (RFC 7240); 409 when more match.${minimal}`,
    required: true,
    schema: { type: 'string', pattern: '^max-affected=[1-9]\\d*(?:, ?return=(?:minimal|representation))?$' },
    example: 'max-affected=20',
  };
}

function prefer(): Parameter {
  return {
    name: 'Prefer',
    in: 'header',
    description: '`return=minimal`: the response does not contain the record (RFC 7240).',
    schema: { type: 'string' },
    example: 'return=minimal',
  };
}
