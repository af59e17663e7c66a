// Plans: a write is shown before it happens, and committed as it was shown.

import { compareRecords, describeChanges } from './read-plan.js';
import { addressOf, sendJson } from './requests.js';
import { sendsNoCookies } from './sign-in.js';

/** Wrap the button that sends an operation: beside it is one that plans it, where the service can. */
export const planButton = (system, { document, plans }) => {
  const { createElement, Fragment, useEffect, useRef, useState } = system.React;

  const Json = ({ title, value }) =>
    createElement(
      'details',
      null,
      createElement('summary', null, title),
      createElement('pre', { tabIndex: 0 }, JSON.stringify(value, null, 2)),
    );

  const Differences = ({ rows }) => {
    const head = ['Field', 'Before', 'After'].map((one) => createElement('th', { key: one, scope: 'col' }, one));
    const writeRow = ([name, before, after]) =>
      createElement(
        'tr',
        { key: name },
        createElement('th', { scope: 'row' }, name),
        createElement('td', null, before && createElement('del', null, before)),
        createElement('td', null, after && createElement('ins', null, after)),
      );
    return createElement(
      'table',
      null,
      createElement('thead', null, createElement('tr', null, head)),
      createElement('tbody', null, rows.map(writeRow)),
    );
  };

  const Plan = ({ plan: { name, before, after, changes, expires_at, address, headers } }) => {
    const shown = useRef(null);
    const [isBusy, setBusy] = useState(false);
    const [answer, setAnswer] = useState();
    useEffect(() => {
      shown.current.scrollIntoView();
    }, []);
    const isDone = answer !== undefined && !(answer instanceof Error);
    const commit = async () => {
      if (isBusy || isDone) return;
      setBusy(true);
      setAnswer(await send(address, { headers }).catch((error) => error));
      setBusy(false);
    };
    const rows = compareRecords(before, after);
    const end = new Date(expires_at);
    return createElement(
      'section',
      { ref: shown, 'aria-labelledby': 'plan-title' },
      createElement('h4', { id: 'plan-title' }, `Plan of ${name}`),
      createElement('p', { role: 'status' }, isDone ? `Committed: ${answer.status}` : `${describeChanges(changes)}.`),
      rows?.length > 0 && createElement(Differences, { rows }),
      !rows && before !== null && createElement(Json, { title: 'Before', value: before }),
      !rows && after !== null && createElement(Json, { title: 'After', value: after }),
      createElement(Problem, { error: answer instanceof Error ? answer : undefined }),
      isDone && answer.body !== undefined && createElement(Json, { title: 'Answer', value: answer.body }),
      createElement(
        'p',
        null,
        // A button that is disabled would lose the focus.
        createElement(
          'button',
          { type: 'button', className: 'btn', onClick: commit, 'aria-disabled': isBusy || isDone },
          isDone ? 'Committed' : isBusy ? 'Committing…' : 'Commit',
        ),
        !isDone && createElement('time', { dateTime: expires_at }, ` Ends at ${end.toLocaleTimeString()}`),
      ),
    );
  };

  const Problem = ({ error }) =>
    createElement(
      Fragment,
      null,
      createElement('p', { role: 'alert' }, error && `${error.status ?? ''} ${error.message}`.trim()),
      error?.body !== undefined && createElement(Json, { title: 'Answer', value: error.body }),
    );

  const send = (address, request) => {
    const credentials = sendsNoCookies(document) ? 'omit' : 'same-origin';
    return sendJson(address, { method: 'POST', credentials, ...request });
  };

  return (Original) => (props) => {
    const { path, method, disabled, specActions, specSelectors } = props;
    const [isBusy, setBusy] = useState(false);
    const [made, setMade] = useState({});
    const operation = document.paths[path]?.[method];
    if (plans === undefined || !operation?.['x-callable'] || !isJson(system, operation, path, method))
      return createElement(Original, props);
    const run = async () => {
      if (isBusy) return;
      specActions.validateParams([path, method]);
      if (!specSelectors.validateBeforeExecute([path, method])) return;
      setBusy(true);
      try {
        const address = addressOf(system, document, plans);
        const { request, headers } = readWrite(system, document, path, method, operation);
        const { body } = await send(address, { headers, body: request });
        const name = `${request.method} ${request.url}`;
        setMade({ plan: { ...body, name, address: `${address}/${body.token}`, headers } });
      } catch (error) {
        setMade({ error });
      }
      setBusy(false);
    };
    return createElement(
      Fragment,
      null,
      createElement(Original, props),
      createElement(
        'button',
        { type: 'button', className: 'btn plan', onClick: run, disabled, 'aria-disabled': isBusy },
        isBusy ? 'Planning…' : 'Plan',
      ),
      createElement(
        'div',
        { className: 'plan-shown' },
        createElement(Problem, { error: made.error }),
        made.plan && createElement(Plan, { key: made.plan.token, plan: made.plan }),
      ),
    );
  };
};

// --- internal ---

/** Plans are JSON: no file fits into one. */
function isJson({ oas3Selectors }, { requestBody }, path, method) {
  return requestBody === undefined || /json/.test(oas3Selectors.requestContentType(path, method) ?? 'json');
}

/** Header fields of the write; others are those of a request. */
const PLANNED = /^(?:if-match|if-none-match|prefer|content-type|accept-language)$/i;
const UNPLANNED = /^(?:accept|idempotency-key)$/i;

/** What would be sent: the write, and the header fields that say who sends it. */
function readWrite({ authSelectors, fn, oas3Selectors, specSelectors }, document, path, method, { operationId }) {
  const server = oas3Selectors.selectedServer();
  const { url, headers } = fn.buildRequest({
    spec: specSelectors.specJsonWithResolvedSubtrees().toJS(),
    operationId,
    parameters: specSelectors.parameterValues([path, method]).toJS(),
    securities: { authorized: authSelectors.authorized()?.toJS() },
    server,
    serverVariables: oas3Selectors.serverVariables({ server }).toJS(),
    contextUrl: specSelectors.url(),
  });
  const base = addressOf({ fn, oas3Selectors, specSelectors }, document, '/');
  const body = parseBody(oas3Selectors.requestBodyValue(path, method));
  const type = oas3Selectors.requestContentType(path, method);
  const sent = Object.entries({ ...headers, ...(body !== undefined && type && { 'Content-Type': type }) }).filter(
    ([name]) => !UNPLANNED.test(name),
  );
  return {
    request: {
      method: method.toUpperCase(),
      url: url.slice(base.length - 1),
      body,
      headers: Object.fromEntries(sent.filter(([name]) => PLANNED.test(name))),
    },
    headers: Object.fromEntries(sent.filter(([name]) => !PLANNED.test(name))),
  };
}

function parseBody(text) {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The body is not JSON: ${error.message}`);
  }
}
