/** How long the longest text takes: `cubic` and `exponential` always hang, `quadratic` only where texts may be long. */
export type Cost = 'safe' | 'quadratic' | 'cubic' | 'exponential';

/** Expressions with their cost; see also `EVIL` and `HARMLESS` of test/security/expression-tables.ts. */
export const patterns: readonly (readonly [Cost, RegExp])[] = [
  // The rules of the convention, as the router executes them.
  ['safe', /^(?:\/user(?:\/(\d+))?)\/?$/],
  ['safe', /^(?:\/files\/(.*))$/],
  ['quadratic', /^(?:\/files\/(.*)\/(.*))$/],
  ['cubic', /^(?:\/files\/(.*)\/(.*)\/(.*))$/],

  // What people check.
  ['safe', /^[\w.+-]+@[\w-]+\.[\w.-]+$/],
  [
    'safe',
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i,
  ],
  ['exponential', /^([a-z0-9])(([.-]|_+)?([a-z0-9]+))*@[a-z0-9]+\.[a-z]{2,3}$/],
  ['safe', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ['safe', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/],
  ['safe', /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?$/i],
  ['exponential', /^https?:\/\/(?:[a-z0-9]-*)*[a-z0-9]+(?:\.(?:[a-z0-9]-*)*[a-z0-9]+)*$/],
  ['safe', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['safe', /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
  ['safe', /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/],
  ['exponential', /^([a-z\d]+-?)+$/i],
  ['safe', /^"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"$/i],
  ['safe', /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w\s]).{8,128}$/],
  ['safe', /^\+?[1-9]\d{1,14}$/],
  ['safe', /[a-z]+/],
  ['safe', /[\w.]+@\w+/y],
  ['safe', /^.{1,255}@.{1,255}$/],
  ['quadratic', /^[+-]?(?:\d+\.?\d*|\.\d+)$/],
  ['safe', /^(?:"(?:[^"]|"")*"|[^,"]*)(?:,(?:"(?:[^"]|"")*"|[^,"]*))*$/],
  ['safe', /^[\p{L}\p{M}' -]{1,80}$/u],
  ['safe', /^(?:[^/]*\/)*[^/]*\.ts$/],

  // The known bad ones.
  ['exponential', /^(a+)+$/],
  ['exponential', /^(a|ab|b)*$/],
  ['exponential', /^(a?b?)*$/],
  ['exponential', /(x+x+)+y/],
  ['exponential', /^(?:.*,){0,30}.*,$|^(?:a|aa)+$/],
  ['quadratic', /\bfoo\b.*\bbar\b/],
  ['quadratic', /\b\w+\b.*\b!/],
  ['quadratic', /\B-.*!/],
  ['quadratic', /a(?!\w).*!/],
  ['quadratic', /\s+$/],
  ['quadratic', /a*b*c/],
  ['quadratic', /<!--.*?-->/],
  ['cubic', /^\s*(.*?)\s*$/],
  ['cubic', /^a*a*b*b*$/],
  ['cubic', /^(.*)a(.*)b(.*)c$/],

  // Counts.
  ['safe', /[a-z]{1,64}$/],
  ['safe', /^(a|a){5}$/],
  ['safe', /^(?:){1000000}$/],
  ['exponential', /^(a|a){30}$/],
  ['exponential', /^(?:a?){30}a{30}$/],
  ['exponential', /^(.{1,50}){1,50}$/],
  ['exponential', /^(?:\d{20}-|\d{20}-)*$/],
  ['exponential', /^(?:a|[a-c]){2,}$/],
  ['safe', /^.{1,5000}$/],
  ['safe', /^(\w?){1,300}$/],
  ['exponential', /^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaaaa$/],

  // Lookarounds, boundaries and back references.
  ['exponential', /^(?=.*[A-Z])(?=.*\d)(\w+\W?)*$/],
  ['exponential', /^(?=(a+)+$)/],
  ['exponential', /^(?!(a|a)*$)/],
  ['safe', /^(?:(?!a)\w|a)*$/],
  ['exponential', /^(?:(?!a)\w|[a-z])*$/],
  ['quadratic', /(?=.*b)a/],
  ['safe', /(?<=\/)[a-z]{1,9}(?<!z)$/],
  ['quadratic', /(?<=a+)b/],
  ['exponential', /(?<=^(a+)+)b/],
  ['safe', /^(?:\ba+\b ?)+$/],
  ['safe', /^(['"]).*\1$/],
  ['quadratic', /^(a*)\1$/],
  // biome-ignore lint/suspicious/noUselessRegexBackrefs: it is empty, which is the point
  ['safe', /^(a|\1)*$/],
  ['exponential', /^(?:(a+)\1?)*$/],

  // Flags.
  ['safe', /^(?:a|A)*$/],
  ['exponential', /^(?:a|A)*$/i],
  ['exponential', /^(?:.|\n)*x$/s],
  ['safe', /^a+|^b+$/],
  ['quadratic', /^[a\n]+b$/m],
  ['exponential', /^(\p{L}+\s*)+$/u],
  ['exponential', /^(\p{Script=Tamil}|\p{L})*$/u],
  ['safe', /^(😀|😁)*$/u],
  ['exponential', /^(😀|.)*$/u],
  ['safe', /\s+/y],
  ['quadratic', /a+b/g],
];
