// Findings as SARIF 2.1.0, within the limits of GitHub code scanning: it rejects more than 25,000 results in a run, and shows
// the 5,000 most severe. Pure.
import { shortForm } from '../../model/artifacts.ts'
import type { Pack, TargetProfile } from '../../packs/pack.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Compared } from '../policy.ts'

/** Code scanning would drop the rest without notice: https://docs.github.com/en/code-security/code-scanning */
const MOST_RESULTS = 5_000
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

interface Sarif {
  pack: Pack
  target: TargetProfile
  lists: { source: string; commit: string; date: string } | undefined
  /** Most severe first. */
  compared: readonly Compared[]
}

export function asSarif({ pack, target, lists, compared }: Sarif): string {
  const shown = compared.slice(0, MOST_RESULTS)
  const omitted = compared.length - shown.length
  const rules = rulesOf(
    pack,
    shown.map(({ finding }) => finding),
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
        originalUriBaseIds: { [ROOT]: { description: { text: 'The folder that contains the sources.' } } },
        invocations: [
          {
            executionSuccessful: true,
            ...(omitted > 0 && {
              toolExecutionNotifications: [
                {
                  level: 'warning',
                  message: {
                    text: `The ${omitted} least severe of ${compared.length} findings are left out, because code scanning shows only ${MOST_RESULTS}.`,
                  },
                },
              ],
            }),
          },
        ],
        results: shown.map((one) => resultOf(pack, places, one)),
        properties: {
          pack: `${pack.ref.id}@${pack.ref.version}`,
          target: target.label,
          ...(lists && { lists: `${lists.source}@${lists.commit}` }),
          findings: compared.length,
          omitted,
        },
      },
    ],
  }
  return `${JSON.stringify(log)}\n`
}

const ROOT = 'SRCROOT'

/** One rule for each kind of finding, with its meaning and what to do. */
function rulesOf(pack: Pack, findings: readonly Finding[]) {
  const severities = new Map<string, Severity>()
  // The findings are sorted by severity, so the first one of a kind is the most severe.
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
    // GitHub recognizes alerts by the first fingerprint, other tools by the second.
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

/** File names may contain `#`, which replaces the slash in names of objects. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')
