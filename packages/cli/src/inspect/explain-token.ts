import type { Explanation, ServiceDescription } from '@rest-gen/router';
import type { Host, SignedIn } from './host.ts';

/** What the token of a request may do. */
export interface ExplainedToken {
  /** `session`, `api` */
  readonly kind: string;
  /** Those of an API token; absent for everything. */
  readonly abilities?: readonly string[];
  /** What the request needs, `post:write` or `a session`; absent where every token will do, or no controller answers. */
  readonly needs?: string;
  /** The code of the answer 403; absent where the token has what the request needs. */
  readonly refusal?: 'E_ABILITY' | 'E_SESSION';
}

/**
 * Find who a token stands for, with `auth` of the project.
 *
 * @throws errors with the codes `E_NO_AUTH`, `E_TOKEN`, and that of the store
 */
export async function findSignedIn(token: string, host: Host): Promise<SignedIn> {
  const auth = await host.auth();
  if (typeof auth?.findUser !== 'function') {
    const reason = auth === undefined ? 'There is no src/auth' : 'src/auth does not export "auth" with findUser(token)';
    throw fault('E_NO_AUTH', `${reason}, which knows the tokens of --as.`, NO_AUTH);
  }
  let signedIn: SignedIn | undefined;
  try {
    signedIn = await auth.findUser(token);
  } catch (thrown) {
    const { code = 'E_PROJECT', message, hint = STORE } = thrown as { code?: string; message: string; hint?: string };
    throw fault(code, `The token cannot be read from the database: ${message}`, hint);
  }
  if (signedIn !== undefined) return signedIn;
  throw fault('E_TOKEN', 'The token of --as is not valid, or it has ended.', 'Sign in again: POST /session.');
}

/** Compare the abilities of a token with what a request needs. */
export async function explainToken(
  { token: { kind, abilities } }: SignedIn,
  { controller, method }: Explanation,
  { controllers }: Pick<ServiceDescription, 'controllers'>,
  host: Host,
): Promise<ExplainedToken> {
  if (abilities === undefined) return { kind };
  if (controller === undefined) return { kind, abilities };
  const { sessionOnly } = (controllers.get(controller)?.statics ?? {}) as { sessionOnly?: boolean };
  if (sessionOnly) return { kind, abilities, needs: 'a session', refusal: 'E_SESSION' };
  const { isAble, neededAbility } = await host.load<Abilities>('@rest-gen/auth');
  const needs = neededAbility(controller, method);
  return { kind, abilities, needs, ...(!isAble(abilities, needs) && { refusal: 'E_ABILITY' as const }) };
}

// --- internal ---

/** What is used of `@rest-gen/auth`. */
interface Abilities {
  neededAbility(controller: string, method: string): string;
  isAble(abilities: readonly string[], needed: string): boolean;
}

const NO_AUTH = `Write the user as JSON: --as '{"id":3}'. Or add sessions and tokens: npx rest-gen auth`;
const STORE = 'Run it where the database can be reached, and its migrations are applied.';

function fault(code: string, message: string, hint: string): Error {
  return Object.assign(new Error(message), { code, hint });
}
