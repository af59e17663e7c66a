import { ALLOWS, BOOLEAN, type CreatePart, type Hooks, type Part } from '@rest-gen/router/part';
import { isAble, neededAbility } from './abilities.ts';
import { authError } from './errors.ts';
import type { Mails } from './mails.ts';
import { abilitiesOf, signedInOf } from './signed-in.ts';

interface AuthStatics {
  /** API tokens may not use the class: sessions alone manage passwords and tokens. Default `false`. */
  sessionOnly?: boolean;
}

/** Create the part of a router that checks what API tokens may do. */
export function createPart(cookieName: string, mails: Mails): CreatePart {
  const part: Part<AuthStatics> = {
    name: 'auth',
    statics: { sessionOnly: BOOLEAN },
    plan: ({ Class, name }) => ({
      action: ({ method }) => hooksOf(name, method, Class.sessionOnly === true),
      planned: (plan) => ALLOWS.set(plan, (user, method) => allows(user, name, method, Class.sessionOnly === true)),
    }),
    close: () => mails.close(),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API token.' },
      session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'The cookie of a session.' },
    },
  };
  return () => part;
}

// --- internal ---

function allows(user: unknown, controller: string, method: string, sessionOnly: boolean): boolean {
  const abilities = abilitiesOf(user);
  return abilities === undefined || (!sessionOnly && isAble(abilities, neededAbility(controller, method)));
}

function hooksOf(controller: string, method: string, sessionOnly: boolean): Hooks {
  const planned = method === '*' ? undefined : neededAbility(controller, method);
  return {
    admit(exchange) {
      const { req } = exchange;
      const { token } = signedInOf(req) ?? {};
      const abilities = token ? token.abilities : abilitiesOf(exchange.user);
      if (abilities === undefined) return;
      if (sessionOnly) throw authError('E_SESSION');
      const needed = planned ?? neededAbility(controller, req.method);
      if (isAble(abilities, needed)) return;
      const headers = { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` };
      throw authError('E_ABILITY', { detail: `The token does not have the ability ${needed}.`, headers });
    },
  };
}
