import type { Header, Parameter, Reference, Response, Schema } from '../types.ts';
import { rebase } from './rebase.ts';

/** The components of a document; equal ones are stored once. */
export class Registry {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, Response> = {};
  readonly parameters: Record<string, Parameter> = {};
  readonly headers: Record<string, Header> = {};
  readonly #texts = new Map<string, string>();

  /** Add a schema; if another schema has the name, a number is appended. */
  addSchema(name: string, schema: Schema): Reference {
    const { $ref, kept, isNew } = this.#place('schemas', name, schema);
    if (isNew) this.schemas[kept] = rebase(schema, $ref);
    return { $ref };
  }

  /** Add a parameter under its name; `sort[gte]` becomes `sort.gte`. */
  addParameter(parameter: Parameter): Reference {
    const { $ref, kept, isNew } = this.#place('parameters', parameter.name, parameter);
    if (isNew) this.parameters[kept] = parameter;
    return { $ref };
  }

  /** Add a response header under its name. */
  addHeader(name: string, header: Header): Reference {
    const { $ref, kept, isNew } = this.#place('headers', name, header);
    if (isNew) this.headers[kept] = header;
    return { $ref };
  }

  /** Add a response under a unique name. */
  addResponse(name: string, response: Response): Reference {
    this.responses[name] ??= response;
    return { $ref: `#/components/responses/${name}` };
  }

  #place(part: string, name: string, value: object): { $ref: string; kept: string; isNew: boolean } {
    const text = JSON.stringify(value);
    const plain = plainName(name);
    let kept = plain;
    const at = () => `#/components/${part}/${kept}`;
    for (let number = 2; (this.#texts.get(at()) ?? text) !== text; number++) kept = `${plain}${number}`;
    const isNew = !this.#texts.has(at());
    this.#texts.set(at(), text);
    return { $ref: at(), kept, isNew };
  }
}

// --- internal ---

/** Characters allowed in component names (OpenAPI 3.1, Components Object). */
function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '.').replace(/^\.+|\.+$/g, '');
  return plain === '' || plain === '__proto__' ? 'x' : plain;
}
