import type { RequestCode } from '@rest-gen/router';

/** The fix of each error code, as in docs/errors.md; code in backticks. */
export const FIXES: Readonly<Record<RequestCode, string>> = {
  E_BAD_REQUEST: 'Correct what the `detail` names.',
  E_BAD_ESCAPE: 'Encode each part with `encodeURIComponent`.',
  E_BAD_PATH: 'Send such values in the query or body.',
  E_BAD_JSON: 'Send valid JSON; the `detail` names what the parser did not expect.',
  E_BAD_BODY: 'Send the complete body, in UTF-8, with the correct `Content-Length`.',
  E_BAD_KEY: 'Remove `__proto__`.',
  E_QUERY:
    'Correct the parameter that the `detail` names, or send fewer conditions; a list accepts `page` or `after`, `pageSize`, `sort`, `fields`, `include`, `q` and filters on visible fields.',
  E_PAGE_TOO_LARGE: 'Request the `pageSize` that the `detail` names, or fewer `fields`; or raise `limits.answer`.',
  E_BUDGET: 'Request the `pageSize` that the `detail` names, or include less; or raise `static maxRecords`.',
  E_IDEMPOTENCY_KEY: 'Send a new UUID with a new request, and the same UUID to repeat it.',
  E_UNAUTHORIZED: 'Send credentials.',
  E_FORBIDDEN: 'Use an account that has permission.',
  E_POLICY: 'Ask somebody who may do this, or change src/policy; npx rest-gen explain says which rule decided.',
  E_PERMISSION:
    'Read the log of the server, which says what is missing, and grant it to the user of the database connection, or change the row-level security policy.',
  E_NOT_FOUND: 'Check the ids in the URL; `npx rest-gen explain /post/7` shows which rule matches a path.',
  E_NO_CONTROLLER: 'Check the URL; `npx rest-gen explain /post/7` shows which controller a path leads to.',
  E_METHOD: 'Use one of the methods in the header `Allow`, or write the action.',
  E_NOT_ACCEPTABLE: 'Send an `Accept` that the `detail` names.',
  E_BODY_TIMEOUT: 'Send at least 1 KB per second, or raise `timeout`.',
  E_CONFLICT: 'Change the value of the unique field, or the reference to the other record.',
  E_IDEMPOTENCY_FORMAT: 'Repeat the request after `Retry-After` seconds.',
  E_IDEMPOTENCY_RUNNING: 'Repeat the request after `Retry-After` seconds.',
  E_MAX_AFFECTED: 'Filter for fewer records, or raise `max-affected` of the header `Prefer`.',
  E_PRECONDITION_FAILED: 'GET the record, apply the change to it, and send it with the new `ETag`.',
  E_BODY_TOO_LARGE: 'Send less, or raise `limits.body`; of an upload, the limits of its middleware.',
  E_BODY_LIMIT: 'Send less, or raise `limits.depth`, `limits.keys`, `limits.items` or `static maxItems`.',
  E_PATH_TOO_LONG: 'Shorten it, or raise `limits.path` or `limits.segment`.',
  E_MEDIA_TYPE:
    'Send a media type that the header `Accept`, `Accept-Post`, `Accept-Patch` or `Accept-Query` of the response names; to accept forms, write `static forms = true` in the class.',
  E_RANGE: 'Request a part of the file, as `Content-Range` tells its size, or all of it.',
  E_VALIDATION: 'Correct the fields that `errors` lists, with `in`, `pointer`, `rule` and `message`.',
  E_IDEMPOTENCY_MISMATCH: 'Use a new key for a new request; repeat a request unchanged.',
  E_PRECONDITION_REQUIRED:
    'Send `If-Match` with the `ETag` of a GET, or `If-None-Match: *` with a PUT that adds a record.',
  E_UNBOUNDED: 'Send a filter in the query and `Prefer: max-affected=N`, with N up to `limits.items`.',
  E_TOO_MANY_HEADERS: 'Send fewer, or raise `limits.headers`.',
  E_INTERNAL: 'Read the log of the server, which has the error and its stack.',
  E_NO_ANSWER: 'Return the data, or call `this.success(data)`.',
  E_ANSWER_TOO_LARGE: 'Return less, return a stream, or raise `limits.answer`.',
  E_NO_MODEL: 'Write `config/model`, or pass `createRestRouter({ model })`.',
  E_NO_TABLE: 'Run the migrations: `npx rest-gen migrate`.',
  E_UNAVAILABLE: 'Repeat the request after `Retry-After` seconds.',
  E_BUSY:
    'Repeat the request after `Retry-After` seconds. If it happens often, raise `limits.memory` and the heap of Node, or lower `static maxPageSize`.',
  E_TIMEOUT: 'Repeat the request later; make the action faster, or raise `timeout` or `static timeout`.',
  E_START_FAILED: 'Read the log of the server, which has the error and its fix.',
};
