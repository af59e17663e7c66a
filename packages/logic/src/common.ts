// The entry `@rest-gen/logic/common`: the parts that other packages use without the compiler.
export { type LogicCompiler, loadedCompiler } from './compiler.ts';
export { isObject, isPlainObject } from './is-object.ts';
export { nearest } from './nearest.ts';
export { Refusal } from './refusal.ts';
export { checkRegExp } from './regexp/check-regexp.ts';
export { isSecretName, SECRET_NAME } from './secret-name.ts';
export { toPointer } from './to-pointer.ts';
export { isUndeclared, markInside, markUndeclared } from './undeclared.ts';
