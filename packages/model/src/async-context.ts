export { findEnclosing, runInside } from '@rest-gen/router/model';
