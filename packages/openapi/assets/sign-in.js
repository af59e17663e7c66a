// Signing in, where an operation of the document gives a token for an address and a password.

import { addressOf, sendJson } from './requests.js';

/** The path of the operation whose tokens are those of a scheme: its `x-sign-in` is the name of the scheme. */
export const findSignIn = (document, scheme) =>
  Object.keys(document.paths).find((path) => document.paths[path].post?.['x-sign-in'] === scheme);

/** Whether requests of the page have no cookies: where it signs in, the token of the dialog alone says who sends them. */
export const sendsNoCookies = (document) =>
  Object.values(document.paths).some(({ post }) => post?.['x-sign-in'] !== undefined);

/** The user of a token, if the page has signed in. */
export const accountOf = (authSelectors, scheme) => authSelectors.authorized().getIn([scheme, 'account']);

/** The form, or who is signed in. */
export const signInComponents = (system, document) => {
  const { createElement, useEffect, useRef, useState } = system.React;

  const SignInForm = ({ onSubmit, isBusy }) => {
    const first = useRef(null);
    useEffect(() => first.current.focus(), []);
    const field = (label, props) =>
      createElement('label', null, label, createElement('input', { ...props, required: true }));
    return createElement(
      'form',
      { onSubmit, 'aria-labelledby': 'sign-in-title', 'aria-busy': isBusy },
      field('Email', { ref: first, name: 'email', type: 'email', autoComplete: 'username' }),
      field('Password', { name: 'password', type: 'password', autoComplete: 'current-password' }),
      // A button that is disabled would lose the focus.
      createElement(
        'button',
        { type: 'submit', className: 'btn authorize', 'aria-disabled': isBusy },
        isBusy ? 'Signing in…' : 'Sign in',
      ),
    );
  };

  return {
    SignIn: ({ name, schema, account, authActions, authSelectors }) => {
      const [isBusy, setBusy] = useState(false);
      const [problem, setProblem] = useState('');
      const path = findSignIn(document, name);
      const run = async (work) => {
        if (isBusy) return;
        setBusy(true);
        setProblem('');
        try {
          await work();
        } catch (error) {
          setProblem(error.message);
        }
        setBusy(false);
      };
      const signIn = (event) => {
        event.preventDefault();
        const { email, password } = Object.fromEntries(new FormData(event.target));
        run(async () => {
          const { body } = await sendTo(system, document, path, 'post', { body: { email, password } });
          if (typeof body?.token !== 'string') throw new Error('The answer has no token.');
          authActions.authorizeWithPersistOption({ [name]: { name, schema, value: body.token, account: email } });
        });
      };
      const signOut = () => {
        const token = authSelectors.authorized().getIn([name, 'value']);
        run(async () => {
          // What the service answers, this tab has no token any more.
          authActions.logoutWithPersistOption([name]);
          if (document.paths[path].delete === undefined) return;
          await sendTo(system, document, path, 'delete', { token }).catch((error) => {
            if (error.status !== 401) throw new Error(`The session was not ended: ${error.message}`);
          });
        });
      };
      const close = () => authActions.showDefinitions(false);
      return createElement(
        'div',
        { className: 'sign-in' },
        account === undefined && createElement('h4', { id: 'sign-in-title' }, 'Sign in'),
        createElement('p', { role: 'status' }, account === undefined ? '' : `Signed in as ${account}`),
        createElement('p', { role: 'alert' }, problem),
        account === undefined
          ? createElement(SignInForm, { onSubmit: signIn, isBusy })
          : createElement(
              'div',
              { className: 'auth-btn-wrapper' },
              createElement('button', { type: 'button', className: 'btn', onClick: signOut }, 'Sign out'),
              createElement('button', { type: 'button', className: 'btn btn-done', onClick: close }, 'Close'),
            ),
      );
    },
  };
};

// --- internal ---

/** Send a request without cookies: the browser neither sends nor stores one, which would sign in later requests, too. */
const sendTo = (system, document, path, method, { token, body }) =>
  sendJson(addressOf(system, document, path), {
    method: method.toUpperCase(),
    credentials: 'omit',
    headers: token !== undefined && { Authorization: `Bearer ${token}` },
    body,
  });
