import type { Header, Parameter, Reference, Response, Schema } from '../types.ts';
import { rebase } from './rebase.ts';

/** The shared parts of a document, each under one name; what is the same twice is kept once. */
export class Registry {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, Response> = {};
  readonly parameters: Record<string, Parameter> = {};
  readonly headers: Record<string, Header> = {};
  readonly #texts = new Map<string, string>();

  /** Keep a schema under a name, or under that name with a number where another schema has it. */
  addSchema(name: string, schema: Schema): Reference {
    const { $ref, kept, isNew } = this.#place('schemas', name, schema);
    if (isNew) this.schemas[kept] = rebase(schema, $ref);
    return { $ref };
  }

  /** Keep a parameter that many operations have, under its own name: `views[gte]` is `views.gte`. */
  addParameter(parameter: Parameter): Reference {
    const { $ref, kept, isNew } = this.#place('parameters', parameter.name, parameter);
    if (isNew) this.parameters[kept] = parameter;
    return { $ref };
  }

  /** Keep a header field of answers under its name. */
  addHeader(name: string, header: Header): Reference {
    const { $ref, kept, isNew } = this.#place('headers', name, header);
    if (isNew) this.headers[kept] = header;
    return { $ref };
  }

  /** Keep an answer under a name that stands for it alone. */
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

/** Names of components are of these signs (OpenAPI 3.1, Components Object). */
function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '.').replace(/^\.+|\.+$/g, '');
  return plain === '' || plain === '__proto__' ? 'x' : plain;
}
