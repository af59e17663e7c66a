import { Access, allowsEverything, type Filter, type Refusal, whereKeys } from '@rest-gen/model/core';
import type { RestRouter } from '@rest-gen/router';
import {
  type Conceal,
  concealFor,
  escapeControls,
  explainRefused,
  type PolicyExplanation,
} from '@rest-gen/router/internal';
import { serviceOf } from '@rest-gen/router/part';
import type { McpUser } from './types.ts';

/**
 * Say why a policy has refused something, to the user whom it has refused: `src/policy/post.ts delete: author_id is 1, and the policy wants 2`.
 *
 * The values of records and fields that the user may not read are left out, in production too.
 */
export async function explainRefusal(refusal: Refusal, router: RestRouter, user: McpUser): Promise<string[]> {
  const service = serviceOf(router);
  const { policies } = service.project;
  if (policies === undefined) return [];
  const access = new Access(policies, user);
  try {
    const ids = await readable(refusal, router, access);
    const explained = await explainRefused(
      { ...refusal, ids },
      service,
      access,
      concealIn(refusal.table, router, access),
    );
    return explained === undefined ? [] : reasonLines(explained);
  } catch {
    // A store that does not answer, for example: the request was refused all the same.
    return [];
  }
}

/** The rules that do not allow it, a line for each. */
export function reasonLines({ file, table, rules, allowed }: PolicyExplanation): string[] {
  const open = new Set(rules.filter((rule) => rule.allows === true).map(({ place }) => place));
  const shown = allowed === true ? rules : rules.filter(({ place }) => !open.has(place));
  return shown.map(({ place, allows, asks, reasons }) => {
    const text =
      reasons.join('; ') || (asks !== undefined ? `allows where ${asks}` : allows ? 'allows' : 'does not allow');
    return escapeControls(`${file ?? `the policy of "${table}"`} ${place}: ${text}`);
  });
}

/**
 * Which values of a table are not told: hidden ones, masked ones, secrets; all of them where no class shows the records as they are stored.
 */
export function concealIn(table: string, router: RestRouter, access: Access): Conceal {
  const shows = [...router.describe().controllers.values()].some((controller) => {
    return controller.table === table && controller.statics.callable === true && !controller.overridesShow;
  });
  return shows ? concealFor(serviceOf(router), access) : () => true;
}

// --- internal ---

/** The records of a refusal that the user may read: hooks write others, too. */
async function readable({ table, ids }: Refusal, router: RestRouter, access: Access): Promise<readonly unknown[]> {
  const model = serviceOf(router).project.activeModels;
  const rules = access.find(table);
  const decision = rules?.decide('read') ?? false;
  if (model === undefined || rules === undefined || decision === false) return [];
  if (allowsEverything(decision)) return ids;
  const records = model.repository(table, undefined, rules.relations);
  const { primaryKey } = await records.describe();
  const seen = await Promise.all(
    ids.map(
      async (id) => (await records.count({ and: [whereKeys([id as never], primaryKey), ...decision] } as Filter)) > 0,
    ),
  );
  return ids.filter((_id, at) => seen[at]);
}
