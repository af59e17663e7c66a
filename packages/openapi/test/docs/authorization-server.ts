import { createHash } from 'node:crypto';
import express, { type Express } from 'express';

/** A small authorization server: the code flow with PKCE (RFC 7636), for everyone who asks. */
export function createAuthorizationServer(): Express {
  const challenges = new Map<string, string>();
  const app = express();
  app.get('/authorize', (req, res) => {
    const { redirect_uri, state, response_type, code_challenge, code_challenge_method } = req.query;
    if (response_type !== 'code' || code_challenge_method !== 'S256') {
      res.sendStatus(400);
      return;
    }
    const code = `code-${challenges.size}`;
    challenges.set(code, String(code_challenge));
    res.redirect(`${redirect_uri}?${new URLSearchParams({ code, state: String(state) })}`);
  });
  app.use('/token', (_req, res, next) => {
    res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*, Authorization' });
    next();
  });
  app.options('/token', (_req, res) => {
    res.sendStatus(204);
  });
  app.post('/token', express.urlencoded({ extended: false }), (req, res) => {
    const { code, code_verifier, grant_type } = req.body as Record<string, string>;
    const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url');
    const isRight = grant_type === 'authorization_code' && challenges.get(String(code)) === challenge;
    if (isRight) res.json({ access_token: 'a-token-of-oauth2', token_type: 'Bearer' });
    else res.status(400).json({ error: 'invalid_grant' });
  });
  return app;
}
