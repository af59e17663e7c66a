import { serveIssues } from './serve-issues.ts';
import { testClient } from './test-client.ts';

testClient('the client of a service', serveIssues);
