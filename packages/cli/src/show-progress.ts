import type { Output } from './io.ts';

/** A line on a terminal that shows what is being done. */
export interface Progress {
  /** Replace the text of the line. */
  show(text: string): void;
  /** Clear the line. */
  end(): void;
}

/** Show progress on a terminal; elsewhere nothing. */
export function showProgress(output: Output): Progress {
  if (!output.isTTY) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show: (text) => {
      isShown = true;
      output.write(`${CLEAR}${text.slice(0, (output.columns ?? 80) - ELLIPSIS.length - 1)}${ELLIPSIS}`);
    },
    end: () => {
      if (isShown) output.write(CLEAR);
    },
  };
}

// --- internal ---

/** Go to the beginning of the line and erase it (ECMA-48 `EL`). */
const CLEAR = '\r\u001b[2K';
const ELLIPSIS = ' …';
