import type { Service } from '@rest-gen/router/internal';
import { checkControllers } from './check-controllers.ts';

/** The number of warnings about controllers and logics; comparing the rules with each other takes too long for a start, so only `rest-gen check` does it. */
export function countWarnings(service: Service): number {
  const findings = checkControllers({ ...service, written: service.parsed.length, hasAllRules: true, errors: [] });
  return findings.filter(({ level }) => level === 'warning').length;
}
