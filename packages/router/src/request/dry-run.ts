import { recordChanges, rehearse } from '@rest-gen/model/core';
import type { Project } from '../core/contracts/project.ts';
import { resourceError } from '../resource/errors.ts';
import type { RouterAnswer, RouterRequest } from './types.ts';

/**
 * Run a request in a transaction that is rolled back.
 *
 * @throws {HttpError} 500 `E_NO_MODEL`
 * @throws {TypeError} for files, which no transaction can take back
 */
export async function runDry(
  project: Project | undefined,
  request: RouterRequest,
  send: (request: RouterRequest) => Promise<RouterAnswer>,
): Promise<RouterAnswer> {
  const { model } = project ?? {};
  if (model === undefined) throw resourceError('E_NO_MODEL');
  const type = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (/^multipart\//i.test(String(type ?? ''))) {
    throw new TypeError('A dry run takes no files: what an upload stores on disk is not rolled back.');
  }
  let answer: RouterAnswer | undefined;
  try {
    return await rehearse(model, async () => {
      const { result, changes } = await recordChanges(async () => {
        answer = undefined;
        answer = await send(request);
        return answer;
      });
      return { ...result, changes };
    });
  } catch (error) {
    // Where an error ends the transaction, as on PostgreSQL, the request has answered it.
    if (answer === undefined || answer.status < 400) throw error;
    return { ...answer, changes: [] };
  }
}
