import { ignitor } from './ignitor.js';

await ignitor.ace().handle(process.argv.slice(2));
