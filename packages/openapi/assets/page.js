// The operations page in the browser: the list beside the viewer, and which operation the viewer shows.

import { listOperations, pickOperation } from './pick-operation.js';
import { createSearch, wordsOf } from './search.js';
import { sendsNoCookies } from './sign-in.js';
import { keepToken, restoreToken } from './token.js';
import { createViewerPlugin, nameElements } from './viewer.js';

// Each operation begins with its heading, also after Back.
history.scrollRestoration = 'manual';

const dark = matchMedia('(prefers-color-scheme: dark)');
const wide = matchMedia('(min-width: 60rem)');
const side = document.querySelector('.side');
const search = document.querySelector('#search');
const nothing = document.querySelector('#nothing');
const viewer = document.querySelector('#viewer');
const links = [...side.querySelectorAll('a')];
const ownTitle = document.title;

const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
showScheme();
dark.addEventListener('change', showScheme);

// On a narrow screen the reader opens the list.
const showSide = () => {
  side.open = wide.matches;
};
showSide();
wide.addEventListener('change', showSide);

/** The link to what the address names: `#/post/listPost`. */
const findLink = () => links.find(({ hash }) => hash === location.hash);

const findTag = (name) => links.find(({ hash }) => hash.startsWith(`#/${encodeURIComponent(name)}/`));

const markLink = () => {
  const current = findLink();
  for (const link of links) link.removeAttribute('aria-current');
  current?.setAttribute('aria-current', 'true');
  current?.scrollIntoView({ block: 'nearest' });
  for (const one of document.querySelectorAll('.start')) one.hidden = current !== undefined;
  document.title = current === undefined ? ownTitle : `${titleOf(current)} · ${ownTitle}`;
};
const titleOf = (link) => (link.querySelector('small') ?? link.querySelector('code')).textContent;
markLink();

/** A heading that takes the focus is read, and the next Tab leads to the first control below it. */
const findHeading = () => document.querySelector('main h1:not([hidden] *)');
const showHeading = (heading) => {
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
};

// Its address would replace that of the operation.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  showHeading(findHeading());
});

const source = new URL('openapi.json', location.href).href;
const loading = fetch(source).then((response) => response.json());
/** The operations by their ids. */
const listing = loading.then((api) => new Map(listOperations(api).map((one) => [one.operation.operationId, one])));

/** Start the viewer, once its script has run. */
const startViewer = async () => {
  const api = await loading;
  const operations = await listing;
  const tags = (api.tags ?? []).map((tag) => ({ ...tag, href: findTag(tag.name)?.hash })).filter(({ href }) => href);
  const { getSystem } = window.SwaggerUIBundle({
    dom_id: '#viewer',
    plugins: [createViewerPlugin({ document: api, tags, plans: viewer.dataset.plans, keepToken, onShown })],
    layout: 'OnePageLayout',
    // The contrast of its colors is too low.
    syntaxHighlight: false,
    docExpansion: 'full',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    requestInterceptor: (request) => Object.assign(request, sendsNoCookies(api) && { credentials: 'omit' }),
  });
  const system = getSystem();
  const show = () => {
    const picked = operations.get(operationOf(findLink()));
    system.specActions.updateJsonSpec(pickOperation(api, picked));
  };
  system.specActions.updateUrl(source);
  show();
  system.initOAuth({ usePkceWithAuthorizationCodeGrant: true });
  restoreToken(system);
  new MutationObserver(() => nameElements(viewer)).observe(viewer, { childList: true, subtree: true });
  addEventListener('hashchange', () => {
    // The address of an element of the page.
    if (/^#[^/]/.test(location.hash)) return;
    markLink();
    show();
    if (findLink() === undefined) showHeading(findHeading());
  });
};
const operationOf = (link) => link && decodeURIComponent(link.hash.split('/')[2]);
// A user who types into the search keeps the focus.
const onShown = (heading) => {
  if (document.activeElement !== search) showHeading(heading);
};
addEventListener('DOMContentLoaded', () => {
  if (!viewer.hidden) startViewer();
});

const shownWords = links.map((link) =>
  [...link.querySelectorAll('.method, code, small')].map((one) => one.textContent).join(' '),
);
let find = createSearch(shownWords, []);
const readWords = async () => {
  const api = await loading;
  const operations = await listing;
  find = createSearch(
    shownWords,
    links.map((link) => wordsOf(api, operations.get(operationOf(link)))),
  );
};
search.addEventListener('focus', readWords, { once: true });

search.hidden = false;
search.addEventListener('input', () => {
  const found = find(search.value);
  for (const [index, link] of links.entries()) link.parentElement.hidden = !found.has(index);
  for (const section of side.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])');
  nothing.hidden = found.size > 0;
});
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  const first = side.querySelector('li:not([hidden]) a');
  first?.focus();
  first?.click();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  side.open = true;
  search.focus();
});
for (const link of links) {
  link.addEventListener('click', () => {
    if (!wide.matches) side.open = false;
    // Its address does not change.
    if (link.hash === location.hash) showHeading(findHeading());
  });
}
