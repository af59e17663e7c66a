// Requests of the page itself.

/** The address of a path of the service, at the server that is selected. */
export const addressOf = ({ fn, oas3Selectors, specSelectors }, { servers }, path) => {
  const server = oas3Selectors.selectedServer();
  return fn.buildRequest({
    spec: { openapi: '3.1.1', paths: { [path]: { post: { operationId: 'address', responses: {} } } }, servers },
    operationId: 'address',
    server,
    serverVariables: oas3Selectors.serverVariables({ server }).toJS(),
    contextUrl: specSelectors.url(),
  }).url;
};

/** Send JSON. @throws {Error} with `status` and `body` for an answer of 400 and above */
export async function sendJson(url, { method, headers, body, credentials }) {
  const response = await fetch(url, {
    method,
    credentials,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The service cannot be reached.');
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return { status: response.status, body: answer };
  throw Object.assign(new Error(describeProblem(answer) ?? `The service answered ${response.status}.`), {
    status: response.status,
    body: answer,
  });
}

// --- internal ---

/** The text of a problem document (RFC 9457), with what is wrong with each field. */
function describeProblem({ title, detail, errors = [] } = {}) {
  if (errors.length > 0) return errors.map(({ pointer = '', message }) => `${pointer.slice(1)} ${message}`).join(', ');
  return detail ?? title;
}
