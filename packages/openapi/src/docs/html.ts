const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Create markup. Values are escaped unless they are {@link Html}; lists are joined, `undefined` and `false` are
 * omitted.
 *
 * @example
 * html`<li>${name}</li>`
 */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? write(values[index]) : '')).join(''));
}

// --- internal ---

function write(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  if (value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => SPECIAL[character] as string);
}
