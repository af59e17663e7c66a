/** What a class says of its actions to documents: a value of `static openapi`. */
export type ClassDocument = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const PUBLIC = { security: [] } as const;
const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const never = { type: ['string', 'null'], format: 'date-time', description: '`null`: it does not end.' } as const;
const id = { description: 'The primary key.' } as const;
const abilities = { type: 'array', items: text, description: '`*`, `read`, `write`, `issue:read`.' } as const;
const user = object({ id, email: text, verified_at: { ...time, type: ['string', 'null'] } }, 'The user.');
const address = object({ email: text });
const done = (description: string) => ({ 204: { description } });

/**
 * What documents say of the generated controllers: `static openapi = documents.session`.
 *
 * @see docs/authentication.md
 */
export const documents: Readonly<Record<'user' | 'session' | 'password' | 'token', ClassDocument>> = {
  user: {
    postAction: {
      ...PUBLIC,
      summary: 'Sign up',
      description: 'Add a user, who gets a mail. The answer is the same for an address that is known.',
      responses: { 202: answer('A mail is sent.', address) },
    },
    verificationAction: {
      ...PUBLIC,
      summary: 'Verify an address',
      description: 'Takes the token of the mail, once.',
      responses: done('The user can sign in.'),
    },
  },
  session: {
    getAction: {
      summary: 'Show who is signed in',
      description: 'The user and the token of the request.',
      responses: {
        200: answer(
          'The user, and the session or API token.',
          object({ user, token: object({ id, kind: { enum: ['session', 'api'] }, abilities, expires_at: never }) }),
        ),
      },
    },
    postAction: {
      ...PUBLIC,
      'x-sign-in': 'bearer',
      summary: 'Sign in',
      description: 'Begin a session. Its token is in the answer and in a cookie.',
      responses: { 201: answer('The user is signed in.', object({ token: text, expires_at: time, user })) },
    },
    deleteAction: {
      summary: 'Sign out',
      description: 'End the session or API token of the request.',
      responses: done('Nobody is signed in.'),
    },
  },
  password: {
    postAction: {
      ...PUBLIC,
      summary: 'Ask for another password',
      description: 'A mail with a token is sent, if there is such a user.',
      responses: { 202: answer('The same for every address.', address) },
    },
    putAction: {
      ...PUBLIC,
      summary: 'Set another password',
      description: 'Takes the token of the mail, once. Every session of the user ends.',
      responses: done('The password is set.'),
    },
    patchAction: {
      summary: 'Change the password',
      description: 'The other sessions of the user end.',
      responses: done('The password is changed.'),
    },
  },
  token: {
    postAction: {
      summary: 'Create an API token',
      description: 'The answer has the token, which is not shown again.',
      responses: {
        201: answer(
          'The API token.',
          object({ id, token: text, kind: text, name: text, abilities, expires_at: never, created_at: time }),
        ),
      },
    },
  },
};

// --- internal ---

/** The schema of an object that has all of these; it may have more. */
function object(properties: Record<string, object>, description?: string) {
  return {
    type: 'object',
    ...(description && { description }),
    properties,
    required: Object.keys(properties),
  } as const;
}

function answer(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}
