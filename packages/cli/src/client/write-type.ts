import type { OpenApiDocument, Schema } from '@rest-gen/openapi';
import { keyOf, literal } from '../render.ts';

/** A type of the client, as a declaration. */
export interface TypeDeclaration {
  readonly name: string;
  readonly text: string;
}

/** Writes schemas of a document as types, and collects the components that they refer to. */
export class TypeWriter {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #declared = new Map<string, string>();

  constructor({ components }: Pick<OpenApiDocument, 'components'>) {
    this.#schemas = components?.schemas ?? {};
  }

  /** The collected components, by name. */
  get declarations(): TypeDeclaration[] {
    const all = Array.from(this.#declared, ([name, text]) => ({ name, text }));
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The component that a schema refers to; a schema that refers to none itself. */
  resolve(schema: Schema | undefined): Schema | undefined {
    if (typeof schema?.$ref !== 'string') return schema;
    return schema.$ref.startsWith(COMPONENTS) ? this.#schemas[schema.$ref.slice(COMPONENTS.length)] : undefined;
  }

  /**
   * @param isInput - the client sends it: optional members may be `undefined`
   */
  write(schema: Schema | undefined, isInput: boolean): string {
    if (schema === undefined) return 'unknown';
    if (typeof schema.$ref === 'string') return this.#refer(schema.$ref, isInput);
    if ('const' in schema) return literalOf(schema.const);
    if (Array.isArray(schema.enum)) return unite(schema.enum.map(literalOf));
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return unite(choices.map((choice) => this.write(choice, isInput)));
    const types = schema.type === undefined ? [] : [schema.type].flat().map(String);
    if (types.length === 0 && schema.properties !== undefined) types.push('object');
    if (types.length === 0) return 'unknown';
    return unite(types.map((type) => this.#writeOne(type, schema, isInput)));
  }

  /** The members of an object, one a line. */
  members(schema: Schema, isInput: boolean): string {
    const required = new Set(schema.required as string[] | undefined);
    const lines = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, member]) => {
      const type = this.write(member, isInput);
      const isOptional = !required.has(name);
      const mark = isOptional ? '?' : '';
      const orMissing = isOptional && isInput && type !== 'unknown' ? ' | undefined' : '';
      const notice = member.deprecated === true ? '  /** @deprecated */\n' : '';
      return `${notice}  ${keyOf(name)}${mark}: ${type}${orMissing};\n`;
    });
    return `{\n${lines.join('')}}`;
  }

  #refer(reference: string, isInput: boolean): string {
    const schema = this.resolve({ $ref: reference });
    if (schema === undefined) return 'unknown';
    const name = typeName(reference.slice(COMPONENTS.length));
    if (!this.#declared.has(name)) {
      // Before its members, which may refer to it.
      this.#declared.set(name, '');
      const isObject = schema.properties !== undefined && schema.type === 'object';
      const text = isObject
        ? `export interface ${name} ${this.members(schema, isInput)}`
        : `export type ${name} = ${this.write(schema, isInput)};`;
      this.#declared.set(name, text);
    }
    return name;
  }

  #writeOne(type: string, schema: Schema, isInput: boolean): string {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'string':
        return schema.format === 'binary' ? 'Blob' : 'string';
      case 'boolean':
      case 'null':
        return type;
      case 'array': {
        const parts = schema.prefixItems as readonly Schema[] | undefined;
        if (parts !== undefined && schema.minItems === schema.maxItems)
          return `readonly [${parts.map((part) => this.write(part, isInput)).join(', ')}]`;
        const item = this.write(schema.items as Schema | undefined, isInput);
        const list = /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`;
        return isInput ? `readonly ${list}` : list;
      }
      default:
        return schema.properties === undefined ? 'Record<string, unknown>' : this.members(schema, isInput);
    }
  }
}

/** A name of a type: with other characters replaced, and an underscore in front of a digit. */
export function typeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_$]/gu, '_').replace(/^(?![\p{L}_$])/u, '_');
}

/** A union without duplicates. */
export function unite(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.includes('unknown') ? 'unknown' : all.join(' | ') || 'never';
}

// --- internal ---

const COMPONENTS = '#/components/schemas/';

function literalOf(value: unknown): string {
  return typeof value === 'string' ? literal(value) : JSON.stringify(value);
}
