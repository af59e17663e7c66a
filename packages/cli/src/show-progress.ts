import type { Output } from './io.ts';

/** A line that tells what is being done, as long as it is. */
export interface Progress {
  /** Put another text into the line. */
  show(text: string): void;
  /** Take the line away. */
  end(): void;
}

/** Show on a terminal what is being done; elsewhere nothing, since the result tells it. */
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

/** To the beginning of the line, and nothing in it (ECMA-48 `EL`). */
const CLEAR = '\r\u001b[2K';
const ELLIPSIS = ' …';
