import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import type { RuleConfig } from '../../src/core/parse/types.ts';
import { Controller, createRestRouter } from '../../src/index.ts';
import { keepQuiet, MAJORS } from '../serve.ts';

const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 2_000);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

interface GuardedRule {
  readonly rule: RuleConfig;
  /** What an application guards: the literal of the rule, and the name of the controller where a capture has it. */
  readonly prefix: string;
}

const LITERALS = ['post', 'v1/user', 'a-b', 'x.y', "it's", 'a;b/c,d', 'a@b', 'café', 'v2/日'];

const anyRule: fc.Arbitrary<GuardedRule> = fc
  .record({
    literal: fc.constantFrom(...LITERALS),
    form: fc.constantFrom('path', 'regexp', 'bulk', 'bulk path'),
    flags: fc.constantFrom('', 'i'),
  })
  .map(({ literal, form, flags }) => {
    const written = `/${literal}`;
    const prefix = written.replace(/[^ -~]+/g, encodeURIComponent);
    const source = prefix.replace(/[/.-]/g, '\\$&');
    if (form === 'path') return { rule: [`${written}/:id?`, 'thing', 'rest'], prefix };
    if (form === 'bulk path') return { rule: [`${written}/:name/:id?`, ':name', 'rest'], prefix: `${prefix}/thing` };
    if (form === 'regexp')
      return { rule: [new RegExp(`${source}(?:\\/([^/]*))?`, flags), 'thing?id=:1', 'rest'], prefix };
    const bulk = new RegExp(`${source}\\/([^/]+)(?:\\/(.+))?`, flags);
    return { rule: [bulk, ':1?id=:2', 'rest'], prefix: `${prefix}/thing` };
  });

/** Node's parser takes all of it in a request line. */
const ODD = [
  ...'/\\.%?#@:;,*|^`{}<>"\'$&=[]()!+~x\xa0\xe9\x80',
  ...['//', '..', '/../', '/./', '%2f', '%5c', '%2e', '%00', '%25', '?title=b', '#?title=b', '/post', '://', 'http://'],
];
const ORIGINS = [
  ...['http://h', 'http://h;x', 'http://h%x', 'http://;', 'http://', 'HTTPS://u:p@h:80', 'http://h:x', 'http://[::1]'],
  ...['http://[', 'http://h@', 'http://@h', 'http://h\\', 'http://h?', 'http://h#', "http://h'x", 'javascript://h'],
  ...['javascript://', 'file://', 'mailto://h', 'x://h', 'x.y+z://h', '//h', '*', 'http://\xe9', 'http://h\xa0'],
  ...['http://h*', 'http://h|x', 'http://h/..', 'ws://h'],
];

const position = fc.double({ min: 0, max: 1, noNaN: true });
const change = fc
  .tuple(position, fc.oneof(fc.constantFrom(...ODD), fc.constantFrom('escape', 'capital', 'decode')))
  .map(([place, kind]) => (target: string): string => {
    const at = Math.floor(place * target.length);
    const [before, char, after] = [target.slice(0, at), target.charAt(at), target.slice(at + 1)];
    if (kind === 'escape') return `${before}%${char.charCodeAt(0).toString(16)}${after}`;
    if (kind === 'capital') return before + char.toUpperCase() + after;
    if (kind === 'decode') return Buffer.from(unescape(target), 'latin1').toString('latin1');
    return before + kind + char + after;
  });

/** A target of a rule, or nearly. */
function anyTarget(path: string): fc.Arbitrary<string> {
  return fc
    .record({
      origin: fc.oneof({ arbitrary: fc.constant(''), weight: 2 }, fc.constantFrom(...ORIGINS)),
      tail: fc.constantFrom('', '/', '/1', '/1/', '?title=b', '/1?title=b&x=1', '#?title=b', '/1?a#b'),
      changes: fc.array(change, { maxLength: 2 }),
    })
    .map(({ origin, tail, changes }) => {
      const target = changes.reduce((text, apply) => apply(text), path + tail);
      return (origin + target).replace(/[^!-~\x80-\xff]/g, '');
    });
}

for (const [major, create] of MAJORS) {
  describe(`A guard of ${major} on the literal of a rule (seed ${SEED})`, function () {
    this.timeout(300_000);
    keepQuiet();
    for (const mount of ['/', '/api']) {
      it(`sees every request and query that the rule matches, with the router at ${mount}`, () => {
        let seen: readonly string[] | undefined;
        let taken: readonly string[] | undefined;
        let count = 0;
        class Thing extends Controller {
          getAction(): unknown {
            taken = Object.keys(this.get()).filter((name) => name !== 'id' && name !== 'name');
            return {};
          }
        }
        const base = mount === '/' ? '' : mount;
        const applications = new Map<string, (...exchange: unknown[]) => void>();
        const applicationOf = ({ rule, prefix }: GuardedRule) => {
          const known = applications.get(String(rule));
          if (known !== undefined) return known;
          const made = create();
          made.set('query parser', 'simple');
          made.use(base + prefix, (req, _res, next) => {
            seen = Object.keys(req.query);
            next();
          });
          made.use(mount, createRestRouter({ rules: [rule], controllers: { thing: Thing } }));
          applications.set(String(rule), made as never);
          return made as never;
        };
        const example = anyRule.chain((one) => fc.tuple(fc.constant(one), anyTarget(base + one.prefix)));
        const property = fc.property(example, ([one, url]) => {
          seen = undefined;
          taken = undefined;
          const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
          applicationOf(one)(req, new ServerResponse(req));
          if (taken === undefined) return;
          count++;
          expect(seen).to.deep.equal(taken);
        });
        fc.assert(property, { numRuns: RUNS, seed: SEED });
        expect(count).to.be.greaterThan(RUNS / 10);
      });
    }
  });
}
