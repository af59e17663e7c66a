import { ignitor } from './ignitor.js';

await ignitor.httpServer().start();
