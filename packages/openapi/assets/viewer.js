// Additions to the viewer: a token that survives a reload, code samples, and names for screen readers.

/** The token stays in this tab, until it is closed. */
const TOKEN = `rest-gen token ${location.pathname}`;

const readToken = () => {
  try {
    return JSON.parse(sessionStorage.getItem(TOKEN) ?? 'null');
  } catch {
    // The browser allows no storage.
    return null;
  }
};

const keepToken = ({ authSelectors }) => {
  try {
    sessionStorage.setItem(TOKEN, JSON.stringify(authSelectors.authorized()));
  } catch {
    // The browser allows no storage, so the token is lost at a reload.
  }
};

/**
 * A plugin of Swagger UI.
 *
 * @param {() => object} getDocument - the OpenAPI document, once it is there
 */
window.createViewerPlugin = (getDocument) => () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        // The viewer calls this after each change. It would write to `localStorage`, which outlives the browser.
        persistAuthorizationIfNeeded: (_original, system) => () => keepToken(system),
      },
    },
  },
  wrapComponents: {
    // The operation is a button already; a link in it cannot be reached with a screen reader.
    DeepLink:
      (_Original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
    responses: (Original, system) => (props) => {
      const { createElement, Fragment } = system.React;
      return createElement(Fragment, null, renderSamples(system, getDocument(), props), createElement(Original, props));
    },
  },
});

/** Restore the token of this tab. */
window.restoreToken = ({ authActions }) => {
  const authorized = readToken();
  if (authorized !== null) authActions.restoreAuthorization({ authorized });
};

function renderSamples({ React: { createElement }, oas3Selectors }, document, { path, method }) {
  if (document?.paths[path]?.[method] === undefined) return null;
  const chosen = oas3Selectors.selectedServer() || document.servers?.[0]?.url || '';
  const server = URL.canParse(chosen, location.href) ? new URL(chosen, location.href).href : chosen;
  return createElement(
    'details',
    { className: 'samples' },
    createElement('summary', null, 'Code samples'),
    window
      .writeSamples({ method, path, document, server })
      .map(([title, code]) => [
        createElement('h5', { key: title }, title),
        createElement('pre', { key: `${title} code`, tabIndex: 0 }, code),
      ]),
  );
}

/** Name the fields as their parameters are named, and let the keyboard scroll what is cut off. */
window.nameFields = (viewer) => {
  for (const field of viewer.querySelectorAll(':is(select, input, textarea):not([aria-label])')) {
    const name = field.closest('tr')?.dataset.paramName;
    if (name !== undefined) field.setAttribute('aria-label', name);
    else if (field.matches('.body-param__text')) field.setAttribute('aria-label', 'Request body');
  }
  for (const code of viewer.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
};
