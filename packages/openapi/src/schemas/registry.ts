import type { Header, Parameter, Reference, Response, Schema } from '../types.ts';
import { rebase } from './rebase.ts';

/** The components of a document; equal ones are stored once. What was added is not changed any more. */
export class Registry {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, Response> = {};
  readonly parameters: Record<string, Parameter> = {};
  readonly headers: Record<string, Header> = {};
  /** Schemas of bodies of QUERY, where generators do not write types of them: they know no such method. */
  readonly queries: Record<string, Schema> = {};
  /** Added components by their place. */
  readonly #added = new Map<string, object>();
  /** Components as JSON; only those that are compared have one. */
  readonly #texts = new WeakMap<object, string>();
  /** Component names as generators write them, by part: `assignee.id` and `assignee_id` become the same type. */
  readonly #names = new Map<string, string>();

  /** Add a schema; if another schema has the name, a number is appended. */
  addSchema(name: string, schema: Schema): Reference {
    const { $ref, kept, isNew } = this.#place('schemas', name, schema);
    if (isNew) this.schemas[kept] = rebase(schema, $ref);
    return { $ref };
  }

  /** Add a schema of the bodies of QUERY. @param isRecent - in OpenAPI 3.2, which has the method, it is one like others */
  addQuerySchema(name: string, schema: Schema, isRecent: boolean): Reference {
    if (isRecent) return this.addSchema(name, schema);
    const { $ref, kept, isNew } = this.#place('x-query', name, schema);
    if (isNew) this.queries[kept] = rebase(schema, $ref);
    return { $ref };
  }

  /**
   * Add a parameter; `sort[gte]` becomes `sort.gte`.
   *
   * @param name - of the component, by default that of the parameter
   */
  addParameter(parameter: Parameter, name: string = parameter.name): Reference {
    const { $ref, kept, isNew } = this.#place('parameters', name, parameter);
    if (isNew) this.parameters[kept] = parameter;
    return { $ref };
  }

  /** Add a response header under its name. */
  addHeader(name: string, header: Header): Reference {
    const { $ref, kept, isNew } = this.#place('headers', name, header);
    if (isNew) this.headers[kept] = header;
    return { $ref };
  }

  /** Add a response under a unique name, created once. */
  addResponse(name: string, create: () => Response): Reference {
    this.responses[name] ??= create();
    return { $ref: `#/components/responses/${name}` };
  }

  #place(part: string, name: string, value: object): { $ref: string; kept: string; isNew: boolean } {
    const plain = plainName(name);
    let kept = plain;
    const at = () => `#/components/${part}/${kept}`;
    if (this.#added.get(at()) === value) return { $ref: at(), kept, isNew: false };
    for (let number = 2; this.#isTaken(part, kept, value); number++) kept = `${plain}${number}`;
    const isNew = !this.#added.has(at());
    if (isNew) this.#added.set(at(), value);
    this.#names.set(typeName(part, kept), kept);
    return { $ref: at(), kept, isNew };
  }

  /** Whether another value has the name, or a name that generators write in the same way. */
  #isTaken(part: string, name: string, value: object): boolean {
    const owner = this.#names.get(typeName(part, name)) ?? name;
    const known = this.#added.get(`#/components/${part}/${name}`);
    return owner !== name || (known !== undefined && this.#textOf(known) !== this.#textOf(value));
  }

  #textOf(value: object): string {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    this.#texts.set(value, text);
    return text;
  }
}

// --- internal ---

function typeName(part: string, name: string): string {
  return `${part}/${name.replace(/[^A-Za-z0-9]+/g, '').toLowerCase()}`;
}

/** Characters allowed in component names (OpenAPI 3.1, Components Object). */
function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '.').replace(/^\.+|\.+$/g, '');
  return plain === '' || plain === '__proto__' ? 'x' : plain;
}
