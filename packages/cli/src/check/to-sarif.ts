import type { Finding } from '@rest-gen/router/inspect';

/**
 * Write findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts and editors show at their lines.
 *
 * @param meanings - what each code means
 * @param version - of rest-gen
 */
export function toSarif(
  findings: readonly Finding[],
  meanings: Readonly<Record<string, string>>,
  version: string,
): object {
  const codes = [...new Set(findings.map(({ code }) => code))];
  const rules = codes.map((id) => {
    const text = meanings[id];
    return { id, ...(text !== undefined && { shortDescription: { text } }) };
  });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rest-gen', semanticVersion: version, rules } },
        // Lines are counted in UTF-16 units, as JavaScript does.
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => toResult(finding, codes.indexOf(finding.code))),
      },
    ],
  };
}

// --- internal ---

function toResult({ code, level, message, rule, hint, file, line, column }: Finding, ruleIndex: number): object {
  const said = rule === undefined ? message : `rule ${rule.number} ${rule.text}: ${message}`;
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  const physicalLocation = file === undefined ? undefined : { artifactLocation: { uri: uriOf(file) }, ...region };
  return {
    ruleId: code,
    ruleIndex,
    level,
    message: { text: `${said}\n${hint}` },
    ...(physicalLocation && { locations: [{ physicalLocation }] }),
  };
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
