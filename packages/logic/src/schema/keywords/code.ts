import type { Code } from 'ajv';
import { type AjvParts, loadAjv } from '../../on-demand.ts';

/** The tag for code that Ajv generates; Ajv is loaded when the first schema is compiled. */
export function _(...template: Parameters<AjvParts['_']>): Code {
  return loadAjv()._(...template);
}
