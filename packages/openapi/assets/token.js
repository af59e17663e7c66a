// Tokens: what an operation needs, the dialog, and where a token is kept.

/** The token stays in this tab, until it is closed. */
const KEY = `rest-gen token ${location.pathname}`;

export const keepToken = ({ authSelectors }) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(authSelectors.authorized()));
  } catch {
    // The browser allows no storage, so the token is lost at a reload.
  }
};

/** Restore the token of this tab. */
export const restoreToken = ({ authActions }) => {
  const authorized = readToken();
  if (authorized !== null) authActions.restoreAuthorization({ authorized });
};

/**
 * Say who may send an operation.
 *
 * @param {Record<string, string[]>[]} [security] - one of these is needed; an empty one is nothing
 */
export const describeAccess = (security = []) => {
  const needed = security.filter((one) => Object.keys(one).length > 0);
  if (needed.length === 0) return 'Public';
  return needed.length < security.length ? 'Public, or with a token' : 'Needs a token';
};

/** The components of the viewer for tokens. */
export const tokenComponents = ({ React: { createElement, useEffect, useRef } }) => ({
  /** Opens the dialog, for the schemes of `security` or for all. */
  TokenButton: ({ security, authActions, authSelectors, specSelectors }) => {
    const needed = security?.filter((one) => one.size > 0);
    if (!specSelectors.securityDefinitions() || needed?.size === 0) return null;
    const definitions = needed
      ? authSelectors.definitionsForRequirements(needed)
      : authSelectors.definitionsToAuthorize();
    const authorized = authSelectors.authorized();
    const isSet = definitions.some((one) => one.keySeq().every((name) => authorized.has(name)));
    return createElement(
      'button',
      {
        type: 'button',
        className: 'btn authorize',
        'aria-haspopup': 'dialog',
        onClick: () => authActions.showDefinitions(definitions),
      },
      isSet ? 'Change the token' : 'Set a token',
    );
  },

  authorizationPopup: ({ authActions, authSelectors, errSelectors, specSelectors, getComponent, fn }) => {
    const dialog = useRef(null);
    useEffect(() => {
      const opener = document.activeElement;
      dialog.current.showModal();
      return () => opener?.focus();
    }, []);
    // A field that is replaced after a click would leave the focus on the page.
    useEffect(() => {
      if (!dialog.current.contains(document.activeElement)) dialog.current.querySelector('button')?.focus();
    });
    const close = () => authActions.showDefinitions(false);
    const Auths = getComponent('auths');
    return createElement(
      'dialog',
      {
        ref: dialog,
        className: 'token-dialog',
        'aria-modal': true,
        'aria-labelledby': 'token-title',
        onCancel: (event) => {
          event.preventDefault();
          close();
        },
        onClick: ({ target }) => target === dialog.current && close(),
      },
      createElement('h2', { id: 'token-title' }, 'Tokens'),
      authSelectors
        .shownDefinitions()
        .valueSeq()
        .map((definitions, key) =>
          createElement(Auths, {
            key,
            AST: fn.AST,
            definitions,
            getComponent,
            errSelectors,
            authSelectors,
            authActions,
            specSelectors,
          }),
        ),
    );
  },
});

// --- internal ---

function readToken() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    // The browser allows no storage.
    return null;
  }
}
