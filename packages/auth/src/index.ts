export { isAble, neededAbility } from './abilities.ts';
export type { Accounts } from './accounts.ts';
export { type Auth, createAuth } from './create-auth.ts';
export { type ClassDocument, documents } from './documents.ts';
export { AUTH_CODES, type AuthCode } from './errors.ts';
export type { OAuth } from './oauth.ts';
export { github, google } from './oauth-presets.ts';
export type {
  GetJson,
  OAuth2Provider,
  OAuthClientOptions,
  OAuthProfile,
  OAuthProvider,
  OpenIdProvider,
} from './oauth-types.ts';
export { hashPassword } from './password-hash.ts';
export type { Passwords } from './passwords.ts';
export type { SessionAnswer, Sessions, TokenValues } from './sessions.ts';
export type { ActionController, AuthOptions, Mail, SignedIn } from './types.ts';
