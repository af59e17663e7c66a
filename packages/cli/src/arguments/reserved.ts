/** Whether a word cannot be an identifier in a module: keywords, literals, and what strict mode reserves. */
export function isReservedWord(word: string): boolean {
  return RESERVED.has(word);
}

/** Whether every object has a property of this name, or treats it specially. */
export function isPrototypeName(name: string): boolean {
  return PROTOTYPE.has(name);
}

/** Whether a class of this name would hide a global, or a name that generated files import. */
export function isTakenClassName(name: string): boolean {
  return TAKEN.has(name);
}

// --- internal ---

const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null of package private protected public ' +
    'return static super switch this throw true try typeof undefined var void while with yield NaN Infinity'
  ).split(' '),
);

const PROTOTYPE: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

// A fixed list, not `globalThis`: a command must write the same class on every version of Node.
const TAKEN: ReadonlySet<string> = new Set(
  (
    'Rest Controller Logic Input ' +
    'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError ' +
    'FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator ' +
    'JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol ' +
    'SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly ' +
    'AbortController AbortSignal Blob BroadcastChannel Buffer CompressionStream Crypto CryptoKey CustomEvent DOMException ' +
    'Event EventSource EventTarget File FormData Headers MessageChannel MessageEvent MessagePort Navigator Performance ' +
    'ReadableStream Request Response Storage TextDecoder TextEncoder TransformStream URL URLPattern URLSearchParams WebSocket ' +
    'WritableStream AsyncDisposableStack CloseEvent DecompressionStream DisposableStack ErrorEvent PerformanceEntry ' +
    'PerformanceObserver QuotaExceededError SubtleCrypto SuppressedError Temporal TextDecoderStream TextEncoderStream'
  ).split(' '),
);
