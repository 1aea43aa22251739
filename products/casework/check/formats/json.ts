// Findings as JSON for programs: the names are stable, and nothing is cut. Pure.
import { shortForm } from '../../model/artifacts.ts'
import type { Result } from '../result.ts'

export function asJson({
  pack,
  target,
  lists,
  checked,
  skipped,
  compared,
  gone,
  violations,
  warnings,
}: Result): string {
  return `${JSON.stringify(
    {
      format: 'veritrace-casework-findings 1',
      passed: violations.length === 0,
      pack: { id: pack.ref.id, version: pack.ref.version },
      target: { id: target.profile_id, label: target.label, acceptable: target.acceptable },
      lists,
      summary: {
        ...checked,
        findings: compared.length,
        by_level: countBy(compared.map(({ finding }) => finding.level)),
        by_rule: countBy(compared.map(({ finding }) => finding.rule)),
        ...(compared.some(({ state }) => state) && { by_state: countBy(compared.flatMap(({ state }) => state ?? [])) }),
        gone,
      },
      violations,
      warnings,
      skipped,
      findings: compared.map(({ finding: { object, reference, ...finding }, state }) => ({
        ...finding,
        object: shortForm(object),
        ...(reference && { reference: shortForm(reference) }),
        ...(state && { state }),
      })),
    },
    null,
    2,
  )}\n`
}

export function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
