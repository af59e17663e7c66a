import { defineRules, type RuleConfig } from '@rest-gen/router';

const rules: readonly RuleConfig[] = defineRules([
  // Tried in written order: the first match wins.
  ['/issue/:id?', 'rest'],
]);
export default rules;
