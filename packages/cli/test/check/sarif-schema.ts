/** What SARIF 2.1.0 says of the parts that are written, and of no others: sections 3.13 (log), 3.14 (run), 3.18 and 3.19 (tool), 3.27 (result), 3.29 to 3.30 (places), 3.49 (rules). */
export const SARIF_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string', pattern: '^https://.+/sarif-2\\.1\\.0\\.json$' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tool', 'results'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            additionalProperties: false,
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                additionalProperties: false,
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      additionalProperties: false,
                      required: ['id'],
                      properties: {
                        id: { type: 'string' },
                        shortDescription: {
                          type: 'object',
                          additionalProperties: false,
                          required: ['text'],
                          properties: { text: { type: 'string' } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['message'],
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: 0 },
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['text'],
                  properties: { text: { type: 'string', minLength: 1 } },
                },
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        additionalProperties: false,
                        required: ['artifactLocation'],
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            // A relative reference (RFC 3986).
                            properties: { uri: { type: 'string', pattern: "^[A-Za-z0-9\\-._~!$&'()*+,;=@%/]+$" } },
                          },
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            required: ['startLine'],
                            properties: {
                              startLine: { type: 'integer', minimum: 1 },
                              startColumn: { type: 'integer', minimum: 1 },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;
