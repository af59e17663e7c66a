import { createRequire } from 'node:module';
import { checkRegExp } from '@rest-gen/logic';

// Without this the judge starts a process of another runtime for each expression.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const require = createRequire(new URL('../../packages/logic/package.json', import.meta.url));
const { checkSync } = require('recheck') as Recheck;

/** What is used of recheck, which a package of the workspace has. */
interface Recheck {
  checkSync(source: string, flags: string, options: { timeout: number }): Verdict;
}
type Verdict =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly summary: string };
      readonly attack: { readonly pattern: string };
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

/** What recheck cannot answer: it runs out of time on counts, and does not read flag v. Our own judge answers there. */
const UNANSWERED: ReadonlySet<string> = new Set(['timeout', 'invalid', 'unsupported']);

/** Says what is wrong with an expression: what recheck finds, else what our own check finds; undefined for a safe one. */
export function judge(expression: RegExp): string | undefined {
  const { source, flags } = expression;
  const verdict = checkSync(source, flags, { timeout: 3_000 });
  if (verdict.status !== 'unknown') return faultOf(verdict);
  if (!UNANSWERED.has(verdict.error.kind)) return `recheck: ${verdict.error.kind}`;
  const reason = checkRegExp(new RegExp(source, flags))?.reason;
  // Ours is stricter: it does not look for texts that match in the end. So recheck gets more time, which a busy machine needs.
  const again = reason === undefined ? verdict : checkSync(source, flags, { timeout: 20_000 });
  return again.status === 'unknown' ? reason : faultOf(again);
}

function faultOf(verdict: Exclude<Verdict, { status: 'unknown' }>): string | undefined {
  if (verdict.status === 'safe') return undefined;
  return `recheck: ${verdict.complexity.summary} on ${verdict.attack.pattern}`;
}

/** Those of many expressions that are not safe, each with what is wrong; the same one is judged once. */
export function unsafe(expressions: Iterable<RegExp>): string[] {
  const different = new Map([...expressions].map((regexp) => [String(regexp), regexp]));
  return [...different].flatMap(([text, regexp]) => {
    const fault = judge(regexp);
    return fault === undefined ? [] : [`${text}: ${fault}`];
  });
}

/** A literal where an expression can stand, in a program or between backticks. */
const LITERAL =
  /(?<=[=(,:[!&|?`]\s?|return |^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[`])+)\/([dgimsuvy]*)(?=[\s,;:.)\]}`|]|$)/gm;

/** The expressions that stand in a text; what is taken for one by mistake does not compile. */
export function expressionsIn(text: string): RegExp[] {
  return [...text.matchAll(LITERAL)].flatMap(([, source = '', flags]) => {
    try {
      return [new RegExp(source, flags)];
    } catch {
      return [];
    }
  });
}
