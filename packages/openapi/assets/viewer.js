// The viewer, Swagger UI, with a layout of its own: it shows one operation, or what belongs to all of them.

import { answerComponents } from './answers.js';
import { choiceFields } from './choices.js';
import { filterRows } from './filters.js';
import { planButton } from './plans.js';
import { renderSamples } from './samples.js';
import { signInComponents } from './sign-in.js';
import { describeAccess, tokenComponents } from './token.js';

/**
 * Create the plugin of Swagger UI.
 *
 * @param {{
 *   document: object,
 *   tags: { name: string, description?: string, href: string }[],
 *   plans?: string,
 *   keepToken(system: object): void,
 *   onShown(heading: HTMLElement): void,
 * }} page
 */
export const createViewerPlugin = (page) => (system) => {
  const { createElement, Fragment, useEffect, useRef } = system.React;
  const answers = answerComponents(system);

  /** The heading of an operation; the page moves the focus to it. */
  const OperationSummary = ({ operationProps, getComponent, specPath }) => {
    const { path, method, summary, security, tag } = operationProps.toObject();
    const heading = useRef(null);
    // Once, when the operation is opened.
    useEffect(() => {
      page.onShown(heading.current);
    }, []);
    const Copy = getComponent('CopyToClipboardBtn', true);
    const TokenButton = getComponent('TokenButton', true);
    const Markdown = getComponent('Markdown', true);
    const verb = method.toUpperCase();
    const { description } = page.tags.find(({ name }) => name === tag) ?? {};
    return createElement(
      'div',
      { className: 'operation-head' },
      createElement('h1', { ref: heading, tabIndex: -1 }, summary || `${verb} ${path}`),
      createElement(
        'p',
        { className: 'operation-line' },
        createElement('span', { className: `method ${method}` }, verb),
        ' ',
        createElement(
          'code',
          null,
          ...path.split(/(?=\/)/).flatMap((part) => [createElement('wbr', { key: part }), part]),
        ),
        createElement(Copy, { textToCopy: specPath.get(1) }),
      ),
      createElement(
        'p',
        { className: 'access' },
        describeAccess(security?.toJS()),
        createElement(TokenButton, { security }),
      ),
      // Without a description of the class, the document has one without content.
      description !== `The resource \`${tag}\`.` && createElement(Markdown, { source: description ?? '' }),
    );
  };

  /** The resources, each with a link to its first operation. */
  const Overview = ({ getComponent }) => {
    const Markdown = getComponent('Markdown', true);
    const writeTag = ({ name, description = '', href }) =>
      createElement(
        'li',
        { key: name },
        createElement('a', { href }, name),
        ' ',
        createElement(Markdown, { source: description }),
      );
    return createElement(
      'ul',
      { className: 'overview' },
      page.tags.map(writeTag),
      createElement('li', { key: 'document' }, createElement('a', { href: 'openapi.json' }, 'The OpenAPI document')),
    );
  };

  const OnePageLayout = ({ getComponent, specSelectors, authSelectors }) => {
    const part = (name, props) => createElement(getComponent(name, true), { key: name, ...props });
    const shown = specSelectors.paths().size > 0;
    return createElement(
      'div',
      { className: 'swagger-ui' },
      part('SvgAssets'),
      part('errors'),
      !shown && part('InfoContainer'),
      specSelectors.servers()?.size > 1 && part('ServersContainer'),
      !shown && part('TokenButton'),
      !shown && part('Overview'),
      shown && part('operations'),
      authSelectors.shownDefinitions() && part('authorizationPopup'),
    );
  };

  return {
    statePlugins: {
      auth: {
        wrapActions: {
          // The viewer calls this after each change. It would write to `localStorage`, which outlives the browser.
          persistAuthorizationIfNeeded: (_original, changed) => () => page.keepToken(changed),
        },
      },
      spec: {
        wrapActions: {
          // An operation that was shown before may be resolved late, and would be part of the document again.
          updateResolvedSubtree:
            (original, { specSelectors }) =>
            (path, value) =>
              original(
                path,
                path.length > 0 ? value : { ...value, paths: keepKnown(value.paths, specSelectors.specJson()) },
              ),
          // Schemes have no references. To resolve them, the viewer would read the document once more.
          requestResolvedSubtree:
            (original, { specActions, specSelectors }) =>
            (path) => {
              const schemes = path[0] === 'components' ? specSelectors.specJson().getIn(path) : undefined;
              if (schemes === undefined || schemes.some((one) => one.get('type') === 'openIdConnect')) original(path);
              else specActions.updateResolvedSubtree(path, schemes.toJS());
            },
        },
      },
    },
    components: {
      OnePageLayout,
      Overview,
      OperationSummary,
      // Its heading is that of the page.
      OperationTag: ({ children }) => createElement(Fragment, null, children),
      // An operation can always be tried: there is nothing to cancel.
      TryItOutButton: () => null,
      ...tokenComponents(system, page.document),
      ...signInComponents(system, page.document),
    },
    wrapComponents: {
      execute: planButton(system, page),
      parameterRow: filterRows(system),
      JsonSchema_array: choiceFields(system),
      // Its labels do not say what is written on the buttons.
      Button:
        (Original) =>
        ({ 'aria-label': _, ...props }) =>
          createElement(Original, props),
      ...answers,
      responses: (Original) => {
        const Responses = answers.responses(Original);
        return (props) =>
          createElement(Fragment, null, renderSamples(system, page.document, props), createElement(Responses, props));
      },
    },
  };
};

/** The operations that a document has. */
const keepKnown = (paths = {}, document) =>
  Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => document.hasIn(['paths', path]))
      .map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).filter(([member]) => document.hasIn(['paths', path, member]))),
      ]),
  );

/** Name the fields as their parameters are named, and let the keyboard scroll what is cut off. */
export const nameElements = (viewer) => {
  for (const field of viewer.querySelectorAll(':is(select, input, textarea):not([aria-label], [type="checkbox"])')) {
    const { paramName, propertyName } = field.closest('tr')?.dataset ?? {};
    const name = paramName ?? propertyName;
    if (name !== undefined) field.setAttribute('aria-label', name);
    else if (field.matches('.body-param__text')) field.setAttribute('aria-label', 'Request body');
  }
  for (const code of viewer.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
  for (const button of viewer.querySelectorAll('.json-schema-2020-12-accordion:not([aria-label])')) {
    if (button.textContent === '') button.ariaLabel = 'Details';
  }
  // The viewer begins with the fourth level. A level below the heading of the page is the second.
  for (const heading of viewer.querySelectorAll(':is(h3, h4, h5, h6):not([aria-level])')) {
    const level = Number(heading.localName[1]);
    heading.ariaLevel = heading.closest('dialog') === null ? Math.max(2, level - 2) : Math.min(4, level - 1);
  }
};
