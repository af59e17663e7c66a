import type { RelationDescription } from '@rest-gen/router';
import { pascalCase } from '../names.ts';
import type { Registry } from '../schemas/registry.ts';
import type { Schema } from '../types.ts';

/**
 * Complete the schema of a body with the relations that it writes: a list of ids takes records with an id, too, and a new record takes new records that refer
 * to it.
 *
 * @param schemaName - of the record, `Post`; that of a new related record follows from it: `PostCommentsCreate`
 * @param isNew - the body is of a new record
 */
export function withRelations(
  schema: Schema,
  relations: readonly RelationDescription[],
  schemaName: string,
  registry: Registry,
  isNew: boolean,
): Schema {
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (properties === undefined) return schema;
  const written = relations.flatMap(({ name, write }): [name: string, schema: Schema][] => {
    const declared = properties[name];
    if (write?.kind === 'links') return declared === undefined ? [] : [[name, linksSchema(declared, write.primaryKey)]];
    if (write === undefined || !isNew) return [];
    const { logic, given, relations: inner } = write;
    const record = logic.toJSONSchema('body', { blank: false });
    if (record === undefined) return [];
    const ownName = `${schemaName}${pascalCase(name)}`;
    const whole = withRelations(withoutGiven(record, given), inner, ownName, registry, true);
    return [[name, { type: 'array', items: registry.addSchema(`${ownName}Create`, whole) }]];
  });
  return written.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(written) } };
}

/** Fields that are given elsewhere, as in the path, are not required in the body. */
export function withoutRequired(schema: Schema, given: ReadonlySet<string>): Schema {
  const { required, ...rest } = schema;
  const left = ((required ?? []) as readonly string[]).filter((name) => !given.has(name));
  return left.length === 0 ? rest : { ...schema, required: left };
}

// --- internal ---

/** `[1, 2]`, or what GET shows of the records. */
function linksSchema(declared: Schema, primaryKey: string): Schema {
  const id = declared.items as Schema | undefined;
  if (id === undefined || id.type === 'object') return declared;
  const record = { type: 'object', properties: { [primaryKey]: id }, required: [primaryKey] };
  return { ...declared, items: { anyOf: [id, record] } };
}

function withoutGiven(schema: Schema, given: ReadonlySet<string>): Schema {
  const all = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const properties = Object.fromEntries(all.filter(([name]) => !given.has(name)));
  return { ...withoutRequired(schema, given), properties };
}
