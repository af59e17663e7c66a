import { defineLogic } from '@rest-gen/logic';
import Rest from '../../../../test/fixture/rest.ts';

const value = { object: true, required: true } as const;

export const settingLogic = defineLogic({ putAction: { body: { value } }, patchAction: { body: { value } } });

/** Settings by name, each a JSON object. */
export class Setting extends Rest<typeof settingLogic> {
  static upsert = true;
}
