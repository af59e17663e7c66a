import type { Section } from '@rest-gen/logic';
import { pascalCase } from '../names.ts';
import { declaredSchema } from '../schemas/declared-schema.ts';
import { escapeToken, refersToItself } from '../schemas/rebase.ts';
import type { JsonValue, Parameter, Schema } from '../types.ts';
import type { OperationContext } from './context.ts';

/** A top-level field of a section. */
export interface SectionField {
  readonly schema: Schema;
  readonly required: boolean;
  /** What the logic says of it in words, for a parameter. */
  readonly notice: Pick<Parameter, 'deprecated' | 'description' | 'example'>;
}

/** The top-level fields that the logic declares for a section of strings, by name; empty if they are not known. */
export function sectionFields(context: OperationContext, section: Section): ReadonlyMap<string, SectionField> {
  const schema = declaredSchema(context.operation.logic, section);
  const properties = schema?.properties as Record<string, Schema> | undefined;
  if (schema === undefined || properties === undefined) return new Map();
  const required = new Set(schema.required as readonly string[] | undefined);
  const at = refersToItself(schema) ? context.registry.addSchema(nameOf(context, section), schema).$ref : undefined;
  return new Map(
    Object.entries(properties).map(([name, field]) => [
      name,
      {
        schema: at === undefined ? field : { $ref: `${at}/properties/${escapeToken(name)}` },
        required: required.has(name),
        notice: noticeOf(field),
      },
    ]),
  );
}

// --- internal ---

function noticeOf({ deprecated, description, examples }: Schema): SectionField['notice'] {
  const [example] = (examples ?? []) as JsonValue[];
  return {
    ...(deprecated === true && { deprecated }),
    ...(typeof description === 'string' && { description }),
    ...(example !== undefined && { example }),
  };
}

function nameOf({ schemaName, operation }: OperationContext, section: Section): string {
  return `${schemaName}${pascalCase(operation.action)}${pascalCase(section)}`;
}
