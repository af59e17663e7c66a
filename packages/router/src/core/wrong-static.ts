import { inspect } from 'node:util';
import { StartError } from './errors.ts';

/** Make the error of a static member of a controller whose value means nothing: `E_CONTROLLER_STATIC`. */
export function wrongStatic(name: string, value: unknown, expected: string, file: string | undefined): StartError {
  return new StartError('E_CONTROLLER_STATIC', `static ${name} is ${inspect(value, { depth: 0 })}`, {
    file,
    hint: `It has to be ${expected}.`,
  });
}
