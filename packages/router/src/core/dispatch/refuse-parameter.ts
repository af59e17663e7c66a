import { type HttpError, requestError } from '../errors.ts';

/** Create the 400 `E_QUERY` error for a parameter: `The query parameter "sort" is given twice.` */
export function refuseParameter(parameter: string, reason: string): HttpError {
  return requestError('E_QUERY', `The query parameter "${parameter}" ${reason}.`, { extra: { parameter } });
}
