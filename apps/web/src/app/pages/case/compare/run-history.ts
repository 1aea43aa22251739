// The figures of past runs. The case has the figures of the newest run, and each run stores its difference from the
// previous one, so the figures of all others can be calculated.
import type { Case } from '@veritrace/contract/casework/cases'
import type { Run, RunInputs } from '@veritrace/contract/casework/runs'
import { plural } from '../../../../ui/format.ts'

export interface RunFigures {
  run: Run
  counts: Readonly<Record<string, number>>
}

/** Finished runs, newest first. */
export function runFigures(theCase: Pick<Case, 'rollup'>, runs: readonly Run[]): RunFigures[] {
  let counts: Readonly<Record<string, number>> = theCase.rollup.distribution
  return runs
    .filter(({ outputs }) => outputs !== undefined)
    .map((run) => {
      const figures = { run, counts }
      counts = subtract(counts, run.diff?.distribution_delta ?? {})
      return figures
    })
}

function subtract(counts: Readonly<Record<string, number>>, delta: Readonly<Record<string, number>>) {
  const codes = new Set([...Object.keys(counts), ...Object.keys(delta)])
  return Object.fromEntries([...codes].map((code) => [code, Math.max(0, (counts[code] ?? 0) - (delta[code] ?? 0))]))
}

/** The runs after `from` up to and including `to`, oldest first. */
export function stepsBetween(all: readonly RunFigures[], from: string, to: string): Run[] {
  const start = all.findIndex(({ run }) => run.id === from)
  const end = all.findIndex(({ run }) => run.id === to)
  return all
    .slice(Math.min(start, end), Math.max(start, end))
    .map(({ run }) => run)
    .toReversed()
}

/** Describes how the inputs of the later run differ, for a sentence that begins with “The later run used”. */
export function inputChanges(before: RunInputs | undefined, after: RunInputs | undefined): string[] {
  if (!before || !after) return []
  const had = new Set(before.evidence)
  const has = new Set(after.evidence)
  const lists = new Map(before.catalog_entries.map(({ list, content_hash }) => [list, content_hash]))
  const changedLists = after.catalog_entries.filter(({ list, content_hash }) => lists.get(list) !== content_hash)
  const added = after.evidence.filter((id) => !had.has(id)).length
  const removed = before.evidence.filter((id) => !has.has(id)).length
  return [
    ...(added > 0 ? [`${plural(added, 'more piece')} of evidence`] : []),
    ...(removed > 0 ? [`${plural(removed, 'fewer piece')} of evidence`] : []),
    ...(changedLists.length > 0 ? [plural(changedLists.length, 'changed list')] : []),
    ...(before.target.profile_id === after.target.profile_id ? [] : [`${after.target.label} as the target`]),
    ...(before.ruleset === after.ruleset ? [] : ['changed rules']),
    ...(before.decisions_revision === after.decisions_revision ? [] : ['changed decisions']),
    ...(before.scope_digest === after.scope_digest ? [] : ['a changed scope']),
  ]
}
