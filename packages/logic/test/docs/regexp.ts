import { checkRegExp } from '@rest-gen/logic';

console.log(checkRegExp(/^(?:a|b)+$/)); // → undefined
console.log(checkRegExp(/^(?:a|a)+$/)?.complexity); // → exponential
