import { checkMessages } from '../messages/check-messages.ts';
import { isPlainObject } from '../rules/arguments.ts';
import type { Messages } from '../types.ts';
import { knownRules } from './known-rules.ts';

/**
 * Check the texts of a program that has several logics: they can be about every rule of the vocabulary, and about the logics' own.
 *
 * @param messages - as written; undefined is nothing
 * @param logics - what the logic files export, each right in itself
 * @param where - that the texts are written, for error messages
 * @throws {LogicError} `E_LOGIC_ARGUMENT`
 */
export function checkProgramMessages(
  messages: unknown,
  logics: Iterable<unknown>,
  where?: string,
): asserts messages is Messages | undefined {
  if (messages === undefined) return;
  const place = { file: where };
  const failing = new Set(knownRules(undefined, place).failing);
  for (const logic of logics) {
    if (!isPlainObject(logic)) continue;
    for (const name of knownRules(logic.rules, place).failing) failing.add(name);
  }
  checkMessages(messages, [...failing], place);
}
