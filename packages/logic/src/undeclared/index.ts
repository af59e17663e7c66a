export { isUndeclared, markInside, markUndeclared } from './undeclared.ts';
