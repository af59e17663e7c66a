import { loadTools } from '../src/tools.ts';

// On Node 20 the sources cannot be required: tests that ask a router about itself in the turn in which they create it load the tools before.
before(loadTools);
