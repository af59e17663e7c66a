import { isObject } from './is-object.ts';
import { withoutTag } from './tag.ts';

/** A body as `fetch` takes it, and its media type where `fetch` does not know it. */
export interface WrittenBody {
  readonly body: string | FormData | Blob | null;
  readonly type: string | undefined;
}

/** Write a body: JSON, or a form where one of its values is a file. */
export function writeBody(value: unknown): WrittenBody {
  if (value === undefined) return { body: null, type: undefined };
  if (value instanceof FormData || value instanceof Blob) return { body: value, type: undefined };
  const values = withoutTag(value);
  if (isObject(values) && Object.values(values).flat().some(isFile))
    return { body: writeForm(values), type: undefined };
  return { body: JSON.stringify(values), type: 'application/json' };
}

// --- internal ---

/** As the service reads the fields of forms: docs/http-writes.md#forms. */
function writeForm(values: object): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (isFile(value)) form.append(name, value);
    else if (Array.isArray(value)) {
      if (value.length > 0 && value.every((item) => isFile(item))) for (const file of value) form.append(name, file);
      else form.append(name, JSON.stringify(value));
    } else if (isObject(value)) for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner);
    else form.append(name, value === null ? '' : value instanceof Date ? value.toISOString() : String(value));
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return form;
}

function isFile(value: unknown): value is Blob {
  return value instanceof Blob;
}
