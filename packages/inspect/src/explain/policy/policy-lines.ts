import {
  type AccessExplanation,
  type ExplainedRule,
  escapeControls,
  type PolicyExplanation,
  shorten,
} from '@rest-gen/router/internal';
import { WIDTH, wrap } from './wrap.ts';

/**
 * Write why a policy allows or refuses, a line for each rule:
 * `src/policy/post.ts update, (user) => …: author_id is 5, and the policy wants 3`.
 */
export function refusalLines({ file, table, rules, allowed }: PolicyExplanation): string[] {
  const shown = allowed === true ? rules : rulesThatRefuse(rules);
  return shown.map((rule) => {
    const reason = rule.reasons.length > 0 ? rule.reasons.join('; ') : allowed === true ? 'allows' : 'may have refused';
    return escapeControls(`${whereOf(file, table)} ${rule.place}, ${shorten(rule.text, SOURCE)}: ${reason}`);
  });
}

/**
 * Write what the policies say of a request: at most 80 columns where no word is longer.
 *
 * @see docs/debugging.md#why-was-it-refused
 */
export function accessLines({ user, verdict, policies, adds, sets, demands, joins }: AccessExplanation): string {
  const who = user === undefined ? 'no user' : `as ${shorten(JSON.stringify(user), WIDTH)}`;
  const lines = policies.flatMap(({ file, table, operation, rules }) => [
    ...wrap(`${operation} of ${table}`, 'policy      '),
    ...rules.flatMap((rule) => [
      ...wrap(`${whereOf(file, table)} ${rule.place}`, '            '),
      ...wrap(shorten(rule.text, SOURCE), '              '),
      ...wrap(verdictOf(rule), '              '),
    ]),
  ]);
  const facts = [
    ...named('adds', adds),
    ...named('sets', sets),
    ...named('demands', demands),
    ...named(
      'joins',
      joins.map((table) => `read policy of ${table}`),
    ),
  ];
  return [...lines, ...facts, ...wrap(`${verdict} (${who})`, 'verdict     ')]
    .map((line) => `${escapeControls(line)}\n`)
    .join('');
}

// --- internal ---

/** Characters of a rule's source. */
const SOURCE = 120;

/** The rules of places where none allows. */
function rulesThatRefuse(rules: readonly ExplainedRule[]): ExplainedRule[] {
  const open = new Set(rules.filter(({ allows }) => allows === true).map(({ place }) => place));
  return rules.filter(({ place }) => !open.has(place));
}

function whereOf(file: string | undefined, table: string): string {
  return file ?? `the policy of "${table}"`;
}

function verdictOf({ allows, asks, reasons }: ExplainedRule): string {
  const asked = asks === undefined ? '' : `: ${asks}`;
  if (allows === true) return `allows${asked}`;
  if (allows === undefined && reasons.length === 0) return `allows where${asked.slice(1)}`;
  return `${allows === false ? 'does not allow' : 'depends'}: ${reasons.join('; ')}`;
}

function named(name: string, texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => wrap(text, (at === 0 ? name : '').padEnd(12)));
}
