// A check based on the same lists should agree with them. If a finding has a different priority, one of the two is out
// of date, so both are shown. Pure.
import type { Citation, Conflict, Finding } from '@veritrace/contract/casework/shapes'
import { shortForm } from '../model/artifacts.ts'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import { quoted } from '../rating/cite.ts'
import type { Known } from '../rating/known.ts'

interface AtcData {
  /** Ids or titles of checks that use the lists of the pack. */
  catalog_checks?: string[]
}

export interface FindingConflicts {
  conflicts: Conflict[]
  /** Citations of both sides, numbered from 1. */
  citations: Citation[]
}

const LIMIT = 20

export function findingConflicts(
  { importers, scheme }: Pick<Pack, 'importers' | 'scheme'>,
  target: Pick<TargetProfile, 'profile_id' | 'label'>,
  findings: readonly Finding[],
  known: ReadonlyMap<string, Known>,
): FindingConflicts {
  const { catalog_checks = [] } = (importers.atc ?? {}) as AtcData
  const checks = new Set(catalog_checks.map((name) => name.toLowerCase()))
  const found: FindingConflicts = { conflicts: [], citations: [] }
  for (const finding of findings) {
    const listed = finding.reference && known.get(shortForm(finding.reference))
    if (!listed || finding.exempted || found.conflicts.length >= LIMIT) continue
    if (![finding.check_id, finding.check_title].some((name) => checks.has(name.toLowerCase()))) continue
    const { rating, citations } = listed
    const expected = rating.atc_priority_expected
    const [record] = citations
    if (!record || expected === undefined || rating.code === scheme.unknown || expected === finding.priority) continue
    const left = found.citations.push(citeFinding(finding, found.citations.length + 1))
    const right = found.citations.push({ ...record, n: found.citations.length + 1 })
    found.conflicts.push({
      kind: 'finding_vs_catalog',
      left: { citation: left, state: `priority ${finding.priority}` },
      right: { citation: right, state: listed.facts[0]!.state, profile_id: target.profile_id },
      resolved_by_rule: rating.rule.id,
      note: `${finding.check_title} gives ${finding.reference!.name} priority ${finding.priority}; the lists for ${target.label} make it ${rating.code}, which would be ${expected === null ? 'no finding' : `priority ${expected}`}.`,
    })
  }
  return found
}

const citeFinding = (finding: Finding, n: number): Citation => ({
  n,
  kind: 'evidence',
  title: finding.check_title,
  evidence_id: finding.evidence_id,
  locator: { type: 'line', value: String(finding.line ?? 1) },
  ...quoted(finding.message),
  as_of: null,
  confidence: 1,
})
