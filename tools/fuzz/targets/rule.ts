import { judgeRules } from '../../../test/security/corpus/judge/rules.ts';
import { latin1 } from '../src/bytes.ts';

/** Lines: a pattern (`~…~flags` is an expression), a target, then paths. */
export function fuzz(data: Uint8Array): void {
  const [pattern = '', target = '', ...paths] = latin1(data).split('\n');
  const rule = patternOf(pattern);
  if (rule === undefined) return;
  const rules = target === '' ? [[rule, 'rest'] as const] : [[rule, target, 'rest'] as const];
  judgeRules(rules as Parameters<typeof judgeRules>[0], paths.filter((path) => !path.includes('\0')).slice(0, 20));
}

function patternOf(text: string): RegExp | string | undefined {
  const [, source, flags] = /^~(.+)~([dgimsuvy]*)$/s.exec(text) ?? [];
  if (source === undefined) return text;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
