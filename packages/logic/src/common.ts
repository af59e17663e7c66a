// What the other packages use of this one without its compiler: `@rest-gen/logic/common`.
export { type LogicCompiler, loadedCompiler } from './compiler.ts';
export { nearest } from './nearest/nearest.ts';
export { Refusal } from './refusal.ts';
export { checkRegExp } from './regexp/check-regexp.ts';
export { isObject, isPlainObject } from './rules/arguments.ts';
export { toPointer } from './to-pointer.ts';
export { isUndeclared, markInside, markUndeclared } from './undeclared/undeclared.ts';
