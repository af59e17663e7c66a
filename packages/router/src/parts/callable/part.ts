import { refusalOf } from '@rest-gen/model/core';
import type { Part } from '../../core/contracts/part.ts';
import type { Project } from '../../core/contracts/project.ts';
import { requestError, StartError } from '../../core/errors.ts';
import { BOOLEAN } from '../../core/statics.ts';
import { REFUSED, SENT } from '../../request/sent.ts';
import { isCallable } from './find-callable.ts';
import type { CallableStatics } from './statics.ts';

/** `static callable`: without it, requests of `router.request` with `callable: true` find nothing in the class. */
export function createCallable({ policies }: Project): Part<CallableStatics> {
  return {
    name: 'callable',
    statics: { callable: BOOLEAN },

    plan({ Class, name, file }) {
      if (!isCallable({ Class })) return { action: () => ({ begin: refuse }) };
      if (policies !== undefined) return { action: () => ({ failed: keepRefusal }) };
      throw new StartError(
        'E_POLICY_TABLE',
        `the controller "${name}" has static callable, and there are no policies`,
        {
          file,
          hint: 'Middleware of the application does not see the requests of plans and agents: write policies, npx rest-gen policy <table>.',
        },
      );
    },
  };
}

// --- internal ---

/** Who has sent the request, which is the program itself, can explain it. The answer says nothing. */
const keepRefusal = ({ req }: { readonly req: object }, error: unknown): void => {
  const refusal = SENT.get(req) && (refusalOf(error) ?? refusalOf((error as { cause?: unknown } | undefined)?.cause));
  if (refusal !== undefined) REFUSED.set(req, refusal);
};

const refuse = ({ req }: { readonly req: object }): void => {
  if (!SENT.get(req)?.callable) return;
  throw requestError('E_NOT_FOUND', 'There is nothing at this address.', { hint: HINT });
};

const HINT = 'Write static callable = true in the class: plans and agents reach no other one.';
