import { Controller, type RestRouterOptions } from '@rest-gen/router';
import { expect } from 'chai';
import type { Attack } from './attack.ts';
import { request } from './bytes.ts';
import type { Variant } from './target.ts';

/** What no attack may be answered with. */
const REACHED = 'a trap was reached';

class Trap extends Controller {
  getAction(): unknown {
    return REACHED;
  }
}
class Hidden extends Trap {
  static abstract = true;
}

/** Controllers that no request may reach, though bulk rules spell their names, rules whose captures take slashes or nothing, and one that searches. */
export const TRAPS: RestRouterOptions = {
  controllers: { rest: Trap, 'v1/rest': Trap, 'api/rest': Trap, hidden: Hidden, 'secret/deep/vault': Trap },
  rules: [
    [/\/dir\/(.+)/, ':1', 'rest'],
    ['/called/:name/:id?', ':name', 'rest'],
    ['/deep/:path*', ':path', 'rest'],
    [/\/two\/([^/]*)\/([^/]*)/, ':1/:2', 'rest'],
    [/\/near\/([^/]+)/, ':1', 'rest', { match: 'search' }],
  ],
};

/** How a request is refused that a rule takes. */
const STATUSES = { E_NO_CONTROLLER: 404, E_BAD_ESCAPE: 400, E_BAD_PATH: 400, E_PATH_TOO_LONG: 414 } as const;
/** No rule takes the path; or the parser of HTTP refuses it. */
export type Refusal = keyof typeof STATUSES | 'no rule' | 'no request';

/** Name, path as it is sent, and how it is refused where a rule takes it; by default no controller has the name. */
export type Row = readonly [name: string, path: string, refusal?: Refusal];

/** A GET that reaches no controller and asks the store nothing. */
export function unreachable([name, path, refusal = 'E_NO_CONTROLLER']: Row): Attack {
  const refusalIn = (variant: Variant) => (isTaken(path, variant) || refusal === 'no request' ? refusal : 'no rule');
  return {
    name,
    send: async ({ models, send }) => {
      const { calls } = models;
      const answers = await send(request('GET', path));
      expect(models.calls, 'calls of the store').to.equal(calls);
      return answers;
    },
    answer: (variant) => statusOf(refusalIn(variant)),
    check: ([answer], { variant }) => {
      expect(answer?.body).not.to.include(REACHED);
      const right = refusalIn(variant);
      if (right === 'no rule') expect(answer?.body).to.include('Cannot GET');
      else if (right === 'no request') expect(answer?.body).to.equal('');
      else expect(answer?.json()).to.include({ code: right });
    },
  };
}

// --- internal ---

function statusOf(refusal: Refusal): number {
  if (refusal === 'no request') return 400;
  return refusal === 'no rule' ? 404 : STATUSES[refusal];
}

/** Rules of `\w+` leave most hostile names to whoever comes behind. */
function isTaken(path: string, { capture }: Variant): boolean {
  return capture === '[^/]+' || !/^\/(?:any|api)\b/.test(path) || /^\/(?:any|api)(?:\/\w+)+$/.test(path);
}
