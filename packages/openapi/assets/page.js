// The operations page in the browser: it starts the viewer and keeps the list beside it up to date.

const dark = matchMedia('(prefers-color-scheme: dark)');
const wide = matchMedia('(min-width: 60rem)');
const side = document.querySelector('.side');
const search = document.querySelector('#search');
const nothing = document.querySelector('#nothing');
const links = [...side.querySelectorAll('a')];

const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
showScheme();
dark.addEventListener('change', showScheme);

// On a narrow screen the reader opens the list.
const showSide = () => {
  side.open = wide.matches;
};
showSide();
wide.addEventListener('change', showSide);

// The viewer fills in examples and would send all of them. Optional parameters start empty.
const leaveOptionalEmpty = (document) => {
  const groups = [document.components?.parameters ?? {}];
  for (const path of Object.values(document.paths)) {
    for (const one of [path, ...Object.values(path)]) groups.push(one.parameters ?? []);
  }
  for (const parameter of groups.flatMap(Object.values)) if (!parameter.required) delete parameter.example;
};

// The viewer parses the address once at its start, does not decode it, and overwrites it.
const asked = location.hash;
const decode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    // An incomplete escape matches no name.
    return text;
  }
};
const openAddressed = (hash) => {
  const [, tag, operation] = hash.split('/').map(decode);
  if (operation === undefined) return;
  const { layoutActions } = viewer.getSystem();
  layoutActions.show(['operations-tag', tag], true);
  layoutActions.show(['operations', tag, operation], true);
  layoutActions.scrollTo(['operations', tag, operation]);
};

const source = new URL('openapi.json', location.href).href;
let read;
const viewer = window.SwaggerUIBundle({
  url: source,
  dom_id: '#viewer',
  plugins: [window.createViewerPlugin(() => read)],
  // The contrast of its colors is too low.
  syntaxHighlight: false,
  deepLinking: true,
  // The viewer takes seconds for hundreds of operations. The list is available at once, and opens the selected operation.
  docExpansion: links.length > 100 ? 'none' : 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  operationsSorter: (a, b) => a.get('path').localeCompare(b.get('path'), 'en'),
  validatorUrl: null,
  responseInterceptor: (response) => {
    if (response.url !== source) return response;
    const document = JSON.parse(response.text);
    leaveOptionalEmpty(document);
    read = document;
    response.text = JSON.stringify(document);
    return response;
  },
  queryConfigEnabled: false,
  onComplete: () => {
    window.restoreToken(viewer.getSystem());
    openAddressed(asked);
  },
});

const shown = document.querySelector('#viewer');
new MutationObserver(() => window.nameFields(shown)).observe(shown, { childList: true, subtree: true });

const markLink = () => {
  for (const link of links) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
};
addEventListener('hashchange', () => {
  openAddressed(location.hash);
  markLink();
});
markLink();
for (const link of links) {
  link.addEventListener('click', () => {
    if (!wide.matches) side.open = false;
  });
}

search.hidden = false;
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const link of links) {
    const text = link.textContent.toLowerCase();
    link.parentElement.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of side.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])');
  nothing.hidden = side.querySelector('li:not([hidden])') !== null;
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') side.querySelector('li:not([hidden]) a')?.click();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  side.open = true;
  search.focus();
});
