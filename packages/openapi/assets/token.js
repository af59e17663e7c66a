// Tokens: what an operation needs, the dialog, and where a token is kept.

import { accountOf, findSignIn } from './sign-in.js';

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
export const tokenComponents = ({ React: { createElement, Fragment, useEffect, useRef } }, api) => ({
  /** Opens the dialog, for the schemes of `security` or for all. */
  TokenButton: ({ security, authActions, authSelectors, specSelectors }) => {
    const needed = security?.filter((one) => one.size > 0);
    if (!specSelectors.securityDefinitions() || needed?.size === 0) return null;
    const all = needed ? authSelectors.definitionsForRequirements(needed) : authSelectors.definitionsToAuthorize();
    // A script of a page cannot set a cookie of a request.
    const definitions = all.filterNot((one) => one.some((schema) => schema.get('in') === 'cookie'));
    if (definitions.size === 0) return null;
    const authorized = authSelectors.authorized();
    const isSet = definitions.some((one) => one.keySeq().every((name) => authorized.has(name)));
    const signsIn = definitions.some((one) => one.keySeq().some((name) => findSignIn(api, name)));
    return createElement(
      'button',
      {
        type: 'button',
        className: 'btn authorize',
        'aria-haspopup': 'dialog',
        onClick: () => authActions.showDefinitions(definitions),
      },
      isSet ? 'Change the token' : signsIn ? 'Sign in or set a token' : 'Set a token',
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
      const { current } = dialog;
      if (current.contains(document.activeElement)) return;
      (current.querySelector('.btn-done') ?? current.querySelector('button'))?.focus();
    });
    const close = () => authActions.showDefinitions(false);
    const Auths = getComponent('auths');
    const SignIn = getComponent('SignIn');
    const isTyped = (name) => authSelectors.authorized().has(name) && accountOf(authSelectors, name) === undefined;
    const writeDefinitions = (definitions, key) => {
      const typed = definitions.filter((_, name) => accountOf(authSelectors, name) === undefined);
      const signIns = definitions
        .filter((_, name) => findSignIn(api, name) && !isTyped(name))
        .map((schema, name) => {
          const account = accountOf(authSelectors, name);
          return createElement(SignIn, { key: name, name, schema, account, authActions, authSelectors });
        });
      const props = { AST: fn.AST, getComponent, errSelectors, authSelectors, authActions, specSelectors };
      return createElement(
        Fragment,
        { key },
        signIns.valueSeq(),
        typed.size > 0 && createElement(Auths, { ...props, definitions: typed }),
      );
    };
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
      authSelectors.shownDefinitions().valueSeq().map(writeDefinitions),
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
