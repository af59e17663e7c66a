import { isPlainObject } from '@rest-gen/logic/common';

/**
 * Give the fields of a form the names that were sent, where a parser such as `express.urlencoded({ extended: true })` has read their brackets:
 * `{ views: { gte: '1' } }` → `{ 'views[gte]': '1' }`.
 */
export function flattenForm(form: unknown): unknown {
  if (!isPlainObject(form) || Object.values(form).every(isSent)) return form;
  const fields: Record<string, unknown> = Object.create(null);
  const add = (name: string, value: unknown): void => {
    if (isSent(value)) fields[name] = value;
    else for (const [member, inner] of Object.entries(value as object)) add(`${name}[${member}]`, inner);
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return fields;
}

// --- internal ---

/** Whether a value is one of a form as it was sent: text, or a list of texts where the field was repeated. */
function isSent(value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}
