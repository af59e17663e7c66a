// Answers: they are brought into view. Images are shown, and all files can be saved.

/** Wrap an answer and its body. */
export const answerComponents = ({ React: { createElement, useEffect, useRef, useState } }) => {
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
