// Answers that are files: images are shown, and everything can be saved.

/** Wrap the body of an answer. */
export const answerComponents = ({ React: { createElement, useEffect, useState } }) => {
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
  return {
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
