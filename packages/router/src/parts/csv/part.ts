import { Negotiator } from '../../core/commonjs.ts';
import type { Exchange, Hooks } from '../../core/contracts/exchange.ts';
import type { Part } from '../../core/contracts/part.ts';
import { tagOf } from '../../core/respond/entity-tag.ts';
import { replaceHeader } from '../../core/respond/headers.ts';
import { toJson } from '../../core/respond/write-body.ts';
import { resourceIn } from '../../resource/contracts/resource.ts';
import { groupFields } from '../../resource/list/asks-for-groups.ts';
import { commaList } from '../../resource/list/list-query.ts';
import { collectSent } from '../../resource/list/sent-query.ts';
import { csvError } from './errors.ts';
import type { CsvStatics } from './statics.ts';
import { writeCsv } from './write-csv.ts';

/** `static csv`: a list as CSV. */
export const csv: Part<CsvStatics> = {
  name: 'csv',
  statics: {
    csv: {
      expected: "a list of columns, such as ['id', 'title']",
      isValid: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== ''),
    },
  },

  plan({ Class: { csv: columns } }) {
    if (columns === undefined) return undefined;
    const hooks = createHooks(columns);
    return { action: ({ method, isCollection }) => (isCollection && LISTS.has(method) ? hooks : undefined) };
  },
};

// --- internal ---

const LISTS: ReadonlySet<string> = new Set(['GET', 'QUERY']);
const CSV = 'text/csv';
/** In the order that counts where a client has no preference. */
const TYPES = ['application/json', 'application/x-ndjson', CSV];
/** Characters of `Accept` that are read. */
const LONGEST = 1_000;

function createHooks(columns: readonly string[]): Hooks {
  return {
    admit(exchange) {
      exchange.mediaType = chosenType(exchange.req);
      if (exchange.params.id !== undefined || exchange.mediaType !== undefined) return;
      throw csvError('E_NOT_ACCEPTABLE', `The list is available as ${TYPES.join(', ')}.`);
    },

    async around(exchange, act) {
      const answer = await act();
      if (answer?.status !== 200 || typeof answer.body !== 'string' || exchange.mediaType !== CSV) return answer;
      // CSV has no place for an envelope.
      const listed = exchange.envelope && exchange.answer ? toJson(exchange.answer.data) : answer.body;
      const records: unknown = JSON.parse(listed);
      if (!Array.isArray(records)) return answer;
      const body = writeCsv(records, shownColumns(columns, exchange));
      const headers = { ...answer.headers };
      replaceHeader(headers, 'Content-Type', 'text/csv; charset=utf-8; header=present');
      if (exchange.plan.method === 'GET') replaceHeader(headers, 'ETag', tagOf(body));
      return { ...answer, headers, body };
    },
  };
}

function chosenType({ headers }: Exchange['req']): string | undefined {
  // An empty field is as none.
  const accept = (headers.accept || '*/*').slice(0, LONGEST).replace(PARAMETER, '');
  return new Negotiator({ headers: { accept } }).mediaType(TYPES);
}

/** All but the weight: `charset=utf-8` of a client excludes nothing here. */
const PARAMETER = /;(?!\s*q\s*=)[^;,]*/gi;

/** `fields` narrows them, which a QUERY has in its body; an own action may mean something else by it. */
function shownColumns(columns: readonly string[], exchange: Exchange): readonly string[] {
  const resource = resourceIn(exchange);
  const groups = resource && groupFields(resource);
  if (groups !== undefined) return groups;
  const fields = resource && commaList(collectSent(resource).parameters.texts, 'fields');
  if (fields === undefined) return columns;
  const asked = new Set(fields.split(','));
  const shown = columns.filter((name) => name.includes('.') || asked.has(name));
  return shown.length > 0 ? shown : columns;
}
