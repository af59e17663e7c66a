// Answers: they are brought into view. Images are shown, and all files can be saved. Errors are folded.

/** Wrap an answer and its body. */
export const answerComponents = ({ React: { createElement, Fragment, useEffect, useRef, useState } }) => {
  const FileAnswer = ({ content, contentType = '', url, headers }) => {
    const [address, setAddress] = useState();
    useEffect(() => {
      const made = URL.createObjectURL(content);
      setAddress(made);
      return () => URL.revokeObjectURL(made);
    }, [content]);
    if (address === undefined) return null;
    const name = readName(headers['content-disposition']) ?? url.split(/[?#]/)[0].split('/').pop();
    return createElement(
      'div',
      { className: 'file-answer' },
      createElement('h5', null, 'Response body'),
      contentType.startsWith('image/') && createElement('img', { src: address, alt: `The answer: ${name}` }),
      createElement('a', { href: address, download: name }, `Download ${name} (${writeSize(content.size)})`),
    );
  };
  /** Errors make an operation long, and are much alike: they follow in one line, which can be opened. */
  const foldErrors = (Original) => (props) => {
    const { responses, tryItOutResponse, getComponent, specPath } = props;
    const errors = responses.filter((_, status) => /^[45]/.test(status));
    // The original shows nothing at all without responses, not even the answer.
    if (errors.size === 0 || errors.size === responses.size) return createElement(Original, props);
    const Row = getComponent('response');
    const writeRow = ([status, response]) =>
      createElement(Row, {
        ...props,
        key: status,
        code: status,
        response,
        specPath: specPath.push(status),
        className: String(tryItOutResponse?.get('status')) === status ? 'response_current' : '',
        isDefault: false,
        controlsAcceptHeader: false,
        contentType: props.producesValue,
        onContentTypeChange: () => {},
        activeExamplesKey: props.oas3Selectors.activeExamplesMember(props.path, props.method, 'responses', status),
      });
    return createElement(
      Fragment,
      null,
      createElement(Original, { ...props, responses: responses.filterNot((_, status) => errors.has(status)) }),
      createElement(
        'details',
        { className: 'error-answers' },
        createElement('summary', null, `Errors: ${[...errors.keys()].join(' ')}`),
        createElement(
          'table',
          { className: 'responses-table' },
          createElement('tbody', null, [...errors].map(writeRow)),
        ),
      ),
    );
  };
  const seen = new WeakSet();
  return {
    liveResponse: (Original) => (props) => {
      const shown = useRef(null);
      // The answer itself is another object after each change of a field.
      const answer = props.response.get('headers');
      useEffect(() => {
        // An operation that is opened again has its last answer, and begins with its heading.
        if (!seen.has(answer)) shown.current.scrollIntoView();
        seen.add(answer);
      }, [answer]);
      return createElement('div', { ref: shown, className: 'answer' }, createElement(Original, props));
    },
    responses: foldErrors,
    responseBody: (Original) => (props) => createElement(props.content instanceof Blob ? FileAnswer : Original, props),
  };
};

// --- internal ---

/** The name of a file in `Content-Disposition`. */
function readName(disposition = '') {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The plain name follows.
    }
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1];
}

const writeSize = (bytes) => (bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`);
