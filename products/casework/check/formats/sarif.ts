// Findings as SARIF 2.1.0, small enough for code scanning of GitHub: it refuses more than 25,000 results in a run, and shows
// the 5,000 most severe. Pure.
import { shortForm } from '../../model/artifacts.ts'
import type { Pack, TargetProfile } from '../../packs/pack.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Compared } from '../policy.ts'

/** https://docs.github.com/en/code-security/code-scanning: what goes beyond it would be cut there, and no one would know. */
const MOST_RESULTS = 5_000
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

interface Sarif {
  pack: Pack
  target: TargetProfile
  lists: { source: string; commit: string; date: string } | undefined
  /** What hurts most first. */
  compared: readonly Compared[]
}

export function asSarif({ pack, target, lists, compared }: Sarif): string {
  const kept = compared.slice(0, MOST_RESULTS)
  const left = compared.length - kept.length
  const rules = rulesOf(
    pack,
    kept.map(({ finding }) => finding),
  )
  const places = new Map(rules.map(({ name }, place) => [name, place]))
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Veritrace Casework', semanticVersion: pack.ref.version, rules } },
        automationDetails: { id: `${pack.ref.id}/${target.profile_id}/` },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [ROOT]: { description: { text: 'The folder that holds the sources.' } } },
        invocations: [
          {
            executionSuccessful: true,
            ...(left > 0 && {
              toolExecutionNotifications: [
                {
                  level: 'warning',
                  message: {
                    text: `${left} of ${compared.length} findings, the least severe, are left out: code scanning shows ${MOST_RESULTS}.`,
                  },
                },
              ],
            }),
          },
        ],
        results: kept.map((one) => resultOf(pack, places, one)),
        properties: {
          pack: `${pack.ref.id}@${pack.ref.version}`,
          target: target.label,
          ...(lists && { lists: `${lists.source}@${lists.commit}` }),
          findings: compared.length,
          omitted: left,
        },
      },
    ],
  }
  return `${JSON.stringify(log)}\n`
}

const ROOT = 'SRCROOT'

/** One for each kind of finding, with what it means and what to do. */
function rulesOf(pack: Pack, findings: readonly Finding[]) {
  const severities = new Map<string, Severity>()
  // The findings come with the most severe first.
  for (const { rule, severity } of findings) if (!severities.has(rule)) severities.set(rule, severity)
  return [...severities].map(([name, level]) => {
    const then = (pack.tables.finding?.rows ?? []).find((row) => String(row.then.finding ?? row.id) === name)?.then
    const title = String(then?.title ?? name)
    const help = String(then?.help ?? title)
    return {
      ...{ id: `${pack.ref.id}/${name}`, name },
      shortDescription: { text: title },
      fullDescription: { text: help },
      help: { text: help, markdown: `**${title}**\n\n${help}` },
      defaultConfiguration: { level },
      properties: { tags: [pack.ref.id], precision: 'high' },
    }
  })
}

function resultOf(pack: Pack, places: ReadonlyMap<string, number>, { finding, state }: Compared) {
  const { rule, severity, message, file, line, column, length, fingerprint, object, reference, level } = finding
  const known = { object: shortForm(object), level, decided_by: finding.decided_by }
  return {
    ruleId: `${pack.ref.id}/${rule}`,
    ruleIndex: places.get(rule)!,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
          region: {
            startLine: Math.max(1, line),
            ...(column && { startColumn: column }),
            ...(column && length && { endColumn: column + length }),
          },
        },
        logicalLocations: [{ name: object.name, fullyQualifiedName: shortForm(object) }],
      },
    ],
    // GitHub recognizes an alert by the first, other tools by the second.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'veritraceCasework/v1': fingerprint },
    ...(finding.places > 1 && { occurrenceCount: finding.places }),
    ...(state && { baselineState: state }),
    properties: {
      ...known,
      ...(reference && { reference: shortForm(reference) }),
      ...(finding.successors.length > 0 && { successors: finding.successors }),
    },
  }
}

/** Names of files may hold `#`, which stands for a slash in names of objects. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')
