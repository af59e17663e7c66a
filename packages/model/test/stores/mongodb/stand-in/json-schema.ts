import type { Document } from 'mongodb';
import { compare, typeOf } from './bson-order.ts';
import { checkKeys, StandInError, unknown } from './stand-in-error.ts';

/** Refuse a validator that says what the stand-in would not see to. */
export function checkValidator(validator: Document): void {
  checkKeys('a validator', validator, ['$jsonSchema']);
  const { $jsonSchema: schema } = validator;
  checkKeys('a $jsonSchema', schema, ['bsonType', 'title', 'description', 'required', 'properties']);
  if (schema.bsonType !== undefined && schema.bsonType !== 'object') throw unknown('schemas of other types');
  // As the server does.
  if (schema.required?.length === 0)
    throw new StandInError(9, "$jsonSchema keyword 'required' cannot be an empty array");
  for (const property of Object.values(schema.properties ?? {})) {
    checkKeys('a property of a $jsonSchema', property as object, Object.keys(keywords));
  }
}

/** Fail as a server does for a document that its collection does not take. */
export function validate(document: Document, validator: Document | undefined): void {
  if (validator === undefined) return;
  const { required = [], properties = {} } = validator.$jsonSchema;
  const wrong = Object.entries(properties as Document).flatMap(([propertyName, property]) => {
    if (!Object.hasOwn(document, propertyName)) return [];
    const details = failuresOf(document[propertyName], property);
    return details.length > 0 ? [{ propertyName, description: property.description ?? '', details }] : [];
  });
  const missingProperties = (required as string[]).filter((name) => !Object.hasOwn(document, name));
  const schemaRulesNotSatisfied = [
    ...(wrong.length > 0 ? [{ operatorName: 'properties', propertiesNotSatisfied: wrong }] : []),
    ...(missingProperties.length > 0
      ? [{ operatorName: 'required', specifiedAs: { required }, missingProperties }]
      : []),
  ];
  if (schemaRulesNotSatisfied.length === 0) return;
  throw new StandInError(121, 'Document failed validation', {
    errInfo: { failingDocumentId: document._id, details: { operatorName: '$jsonSchema', schemaRulesNotSatisfied } },
  });
}

// --- internal ---

/** Keyword → whether a value keeps to it. */
const keywords: Readonly<Record<string, (value: unknown, limit: unknown) => boolean>> = {
  bsonType: (value, types) => [types].flat().includes(typeOf(value)),
  title: () => true,
  description: () => true,
  maxLength: (value, limit) => typeof value !== 'string' || [...value].length <= Number(limit),
  minimum: (value, limit) => compare(value, limit) >= 0,
  maximum: (value, limit) => compare(value, limit) <= 0,
};

function failuresOf(value: unknown, property: Document): Document[] {
  return Object.entries(property)
    .filter(([keyword, limit]) => keywords[keyword]?.(value, limit) !== true)
    .map(([operatorName]) => ({ operatorName, reason: 'the stand-in has no reasons' }));
}
