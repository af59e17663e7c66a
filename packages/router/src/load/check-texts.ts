import { checkProgramMessages } from '@rest-gen/logic';
import { StartError } from '../errors.ts';
import type { LoadedLogic } from './to-project.ts';

/**
 * Check the option `messages`: it can have texts for every rule, those that the logics define among them.
 *
 * @throws {StartError} `E_OPTION`
 */
export function checkTexts(messages: unknown, logics: ReadonlyMap<string, LoadedLogic>): void {
  try {
    checkProgramMessages(
      messages,
      [...logics.values()].map(({ declared }) => declared),
      'createRestRouter',
    );
  } catch (cause) {
    throw new StartError('E_OPTION', (cause as Error).message, {
      hint: 'Write { en: { required: "{name} is missing" } }, or a function.',
      cause,
    });
  }
}
