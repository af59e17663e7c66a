import { resolve } from 'node:path';
import { BASES, type RestRouterOptions, type Service } from '@rest-gen/router/internal';
import { checkControllers } from './check-controllers.ts';
import { checkParsers } from './check-parsers.ts';
import { checkPolicies } from './check-policies.ts';
import { checkRules } from './check-rules.ts';
import { checkStore } from './check-store.ts';
import { type CheckReport, type Finding, type Level, toFinding } from './finding.ts';
import { loadProject } from './load-project.ts';

/**
 * Check a project: every error that would stop its start, and code that has no effect.
 *
 * The files are loaded as `createRestRouter` loads them, `config/model` too, which stays open.
 *
 * @param options - as those of `createRestRouter`
 * @param needs - `store`: a store that cannot be asked is an error
 * @returns the findings; it throws nothing
 * @see docs/debugging.md#check-in-a-test
 */
export async function checkProject(
  options: RestRouterOptions = {},
  needs: { readonly store?: boolean } = {},
): Promise<CheckReport> {
  const checked = await loadProject(options);
  const errors = unique(checked.errors.map(toFinding));
  if (!('project' in checked)) {
    return { findings: errors, rulesFile: undefined, counts: { rules: 0, controllers: 0, logics: 0 } };
  }
  const { project, written } = checked;
  const found = [
    ...errors,
    ...checkRules(checked),
    ...checkControllers(checked),
    ...checkPolicies(checked),
    ...checkParsers(checked),
    ...(await checkStore(checked, needs.store === true)),
  ];
  return {
    findings: found.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level)),
    rulesFile: project.rulesFile === undefined ? undefined : resolve(project.rulesFile),
    counts: { rules: written, controllers: project.controllers.size, logics: project.logics.size },
  };
}

/**
 * The number of warnings about controllers and logics; comparing the rules with each other takes too long for a start,
 * so only `rest-gen check` does it.
 *
 * @see docs/cli-inspect.md#rest-gen-check
 */
export function countWarnings(service: Service): number {
  const members = { statics: service.statics, bases: BASES };
  const findings = checkControllers({
    ...service,
    members,
    written: service.parsed.length,
    hasAllRules: true,
    errors: [],
  });
  return findings.filter(({ level }) => level === 'warning').length;
}

// --- internal ---

const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** The `match` of a group is parsed once for each of its rules, and its errors are reported once. */
function unique(findings: readonly Finding[]): Finding[] {
  const known = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...known.values()];
}
