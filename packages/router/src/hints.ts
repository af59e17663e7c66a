/** What a developer can do about an error that says no more of itself; shown outside production only. */
export const HINTS: Readonly<Record<string, string | undefined>> = {
  E_BAD_ESCAPE: 'Encode each part with encodeURIComponent.',
  E_BAD_PATH: 'Send such a value in the query or body.',
  E_BAD_KEY: 'Leave the key out.',
  E_FORBIDDEN: '__before() of the controller has returned false.',
  E_PAGE_TOO_LARGE:
    'Ask for fewer records or fields, or for lines (Accept: application/x-ndjson), or allow more: createRestRouter({ limits: { answer } }), in bytes.',
  E_ANSWER_TOO_LARGE:
    'Answer with less, or with a stream, or allow more: createRestRouter({ limits: { answer } }), in bytes.',
  E_BODY_TIMEOUT: 'Send it quicker, or allow more: createRestRouter({ timeout }), in milliseconds.',
  E_BODY_TOO_LARGE: 'Send less, or allow more: createRestRouter({ limits: { body } }), in bytes.',
  E_BODY_LIMIT: 'Send less, or allow more: createRestRouter({ limits: { depth, keys, items } }).',
  E_PATH_TOO_LONG: 'Shorten it, or allow more: createRestRouter({ limits: { path, segment } }).',
  E_TOO_MANY_HEADERS: 'Send fewer, or allow more: createRestRouter({ limits: { headers } }).',
  E_TIMEOUT: 'Make the action quicker, or allow more: createRestRouter({ timeout }), in milliseconds, 0 for none.',
  E_NO_MODEL:
    "Run npm install @rest-gen/model, and write src/config/model: import { createModels } from '@rest-gen/model'; export default createModels('sqlite:./data/app.sqlite3'); or give createRestRouter({ model }).",
  E_NO_TABLE:
    'Run npx rest-gen migrate; without a migration that creates it, write one before: npx rest-gen migration create_<table>.',
};
