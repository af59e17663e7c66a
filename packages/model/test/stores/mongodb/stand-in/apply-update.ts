import type { Document } from 'mongodb';
import { compare } from './bson-order.ts';
import { evaluate } from './expressions.ts';
import { checkPath } from './match.ts';
import { checkKeys, StandInError, unknown } from './stand-in-error.ts';

/**
 * The document that an update makes of another one: with operators, as a pipeline, or a whole new document.
 *
 * @param isInsert - the document is about to be made by an upsert
 */
export function applyUpdate(document: Document, update: Document | Document[], isInsert: boolean): Document {
  const changed = Array.isArray(update) ? runPipeline(document, update) : runOperators(document, update, isInsert);
  if (document._id !== undefined && compare(document._id, changed._id) !== 0) {
    throw new StandInError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  return changed;
}

// --- internal ---

function runOperators(document: Document, update: Document, isInsert: boolean): Document {
  const keys = Object.keys(update);
  if (!keys.some((key) => key.startsWith('$'))) {
    return document._id === undefined ? update : { _id: document._id, ...update };
  }
  checkKeys('an update', update, ['$set', '$unset', '$setOnInsert', '$rename']);
  const fields = new Map(Object.entries(document));
  for (const [name, value] of entriesOf(update.$set)) fields.set(name, value);
  for (const [name, value] of isInsert ? entriesOf(update.$setOnInsert) : []) fields.set(name, value);
  for (const [name] of entriesOf(update.$unset)) fields.delete(name);
  for (const [from, to] of entriesOf(update.$rename)) {
    if (!fields.has(from)) continue;
    fields.set(String(to), fields.get(from));
    fields.delete(from);
  }
  return Object.fromEntries(fields);
}

function runPipeline(document: Document, stages: readonly Document[]): Document {
  let result = document;
  for (const stage of stages) {
    checkKeys('the pipeline of an update', stage, ['$set', '$unset']);
    const fields = new Map(Object.entries(result));
    for (const [name, expression] of entriesOf(stage.$set)) {
      const value = evaluate(expression, result);
      if (value !== undefined) fields.set(name, value);
    }
    for (const name of namesOf(stage.$unset)) fields.delete(name);
    result = Object.fromEntries(fields);
  }
  return result;
}

function entriesOf(part: Document | undefined): [string, unknown][] {
  const entries = Object.entries(part ?? {});
  for (const [name] of entries) checkPath(name);
  if (part !== undefined && entries.length === 0) throw unknown('an operator of an update without fields');
  return entries;
}

function namesOf(part: string | string[] | undefined): readonly string[] {
  return part === undefined ? [] : [part].flat();
}
