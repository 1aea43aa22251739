// What the runs of a case say together. The newest has the figures of the case; each tells how it differs from the one
// before, so those of every other follow.
import type { Case } from '@veritrace/contract/casework/cases'
import type { Run, RunInputs } from '@veritrace/contract/casework/runs'

export interface RunFigures {
  run: Run
  counts: Readonly<Record<string, number>>
}

/** Runs that came to an end, newest first. */
export function runFigures(theCase: Pick<Case, 'rollup'>, runs: readonly Run[]): RunFigures[] {
  let counts: Readonly<Record<string, number>> = theCase.rollup.distribution
  return runs
    .filter(({ outputs }) => outputs !== undefined)
    .map((run) => {
      const figures = { run, counts }
      counts = less(counts, run.diff?.distribution_delta ?? {})
      return figures
    })
}

function less(counts: Readonly<Record<string, number>>, delta: Readonly<Record<string, number>>) {
  const codes = new Set([...Object.keys(counts), ...Object.keys(delta)])
  return Object.fromEntries([...codes].map((code) => [code, Math.max(0, (counts[code] ?? 0) - (delta[code] ?? 0))]))
}

/** Those after `from` up to `to`, oldest first: the steps on the way. */
export function stepsBetween(all: readonly RunFigures[], from: string, to: string): Run[] {
  const start = all.findIndex(({ run }) => run.id === from)
  const end = all.findIndex(({ run }) => run.id === to)
  return all
    .slice(Math.min(start, end), Math.max(start, end))
    .map(({ run }) => run)
    .toReversed()
}

/** What the later run was given that the earlier one was not, in words. */
export function inputChanges(before: RunInputs | undefined, after: RunInputs | undefined): string[] {
  if (!before || !after) return []
  const had = new Set(before.evidence)
  const has = new Set(after.evidence)
  const lists = new Map(before.catalog_entries.map(({ list, content_hash }) => [list, content_hash]))
  const changed = after.catalog_entries.filter(({ list, content_hash }) => lists.get(list) !== content_hash)
  const said = [
    [after.evidence.filter((id) => !had.has(id)).length, 'more pieces of evidence'],
    [before.evidence.filter((id) => !has.has(id)).length, 'fewer pieces of evidence'],
    [changed.length, 'other lists'],
  ] as const
  return [
    ...said.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`),
    ...(before.target.profile_id === after.target.profile_id ? [] : [`${after.target.label} as the target`]),
    ...(before.ruleset === after.ruleset ? [] : ['other rules']),
    ...(before.decisions_revision === after.decisions_revision ? [] : ['other decisions']),
    ...(before.scope_digest === after.scope_digest ? [] : ['another scope']),
  ]
}
