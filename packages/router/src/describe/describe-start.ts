import type { Inspect } from '../core/contracts/inspect.ts';
import type { Service } from '../core/contracts/service.ts';

/**
 * Summarize the loaded project in one line: `7 rules → 5 controllers, 23 operations, 4 policies, 1 warning: npx rest-gen check`.
 *
 * @param inspect - counts the warnings
 */
export function describeStart(service: Service, inspect: Inspect | undefined): string {
  const { parsed, index, controllers, project } = service;
  const served = index.rules.length;
  const skipped = parsed.length - served;
  const operations = [...controllers.values()].flatMap(({ collection, item }) => {
    // HEAD is part of GET.
    return [...collection.actions.keys(), ...item.actions.keys()].filter((method) => method !== 'HEAD');
  });
  const named = index.rules.filter(({ rule }) => rule.target.action !== undefined);
  const warnings = inspect?.countWarnings(service) ?? 0;
  const rules = `${count(served, 'rule')}${skipped > 0 ? ` (${skipped} skipped)` : ''}`;
  const policies = project.policies === undefined ? '' : `, ${count(project.policies.size, 'policy', 'policies')}`;
  const found = warnings > 0 ? `, ${count(warnings, 'warning')}: npx rest-gen check` : '';
  return `${rules} → ${count(controllers.size, 'controller')}, ${count(operations.length + named.length, 'operation')}${policies}${found}`;
}

// --- internal ---

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
