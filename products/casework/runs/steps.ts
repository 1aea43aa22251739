// The steps of a run. Each returns its result, figures for progress display, and warnings.

import type { RunStep } from '@veritrace/contract/casework/runs'
import type { NewCaseEvidence } from '../cases/evidence-store.ts'
import { gatherEvidence } from '../cases/gather-evidence.ts'
import type { CaseReading } from '../cases/read-case-scope.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { Scope } from '../model/space.ts'
import { type Composed, MAX_RECOMMENDATIONS } from '../recommendations/compose.ts'
import type { Recommenders } from '../recommendations/threads/recommenders.ts'
import type { RatedObjects } from './rules.ts'
import { traverseCalls } from './traverse-calls.ts'

export interface Found {
  body: unknown
  stats: Record<string, number>
  warnings?: string[]
}

export interface Working {
  deps: Pick<Casework, 'db' | 'clock' | 'corpusSpace'> & Pick<Recommenders, 'recommend'>
  scope: Scope
  theCase: CaseRow
  reading: CaseReading
  /** The results of the previous steps. */
  results: ReadonlyMap<RunStep, unknown>
  signal: AbortSignal
}

/** The step results that later steps and other slices read. */
export interface Results {
  extract: { evidence: NewCaseEvidence[] }
  rate: RatedObjects
  cluster: { patterns: ClusteredPattern[] }
  recommend: { all: Composed[] }
}
interface ClusteredPattern {
  key: string
  reference: string
  access: string
  code: string
  objects: number
  lift: number
  sites: number
}

export const resultOf = <S extends keyof Results>(results: ReadonlyMap<RunStep, unknown>, step: S): Results[S] =>
  results.get(step) as Results[S]

export const STEPS: Readonly<Record<RunStep, (working: Working) => Found | Promise<Found>>> = {
  collect: ({ reading: { subject } }) => {
    const { estate, objects, notes = [] } = subject
    const without = objects.filter((at) => !estate.objects[at]!.has_dependencies).length
    return {
      body: {},
      stats: { objects: objects.length, files: estate.evidence_ids.length },
      warnings: [
        ...notes,
        ...(without > 0 ? [`${counted(without, 'object was', 'objects were')} not searched for references.`] : []),
      ],
    }
  },

  match: ({ reading }) => {
    const names = usedBy(reading)
    const unlisted = names.filter((form) => (reading.subject.known.get(form)?.facts.length ?? 0) === 0).length
    return {
      // Stored for the staleness check: a later decision matters only if it concerns one of these references.
      body: { references: names },
      stats: { references: names.length, listed: names.length - unlisted, unlisted },
      warnings:
        unlisted > 0
          ? [`${counted(unlisted, 'used artifact is', 'used artifacts are')} in no list of the target.`]
          : [],
    }
  },

  extract: async ({ deps, scope, theCase, reading }) => {
    const evidence = await gatherEvidence(deps, scope, theCase, reading)
    const stats: Record<string, number> = { pieces: evidence.length }
    for (const { kind } of evidence) stats[kind] = (stats[kind] ?? 0) + 1
    return { body: { evidence } satisfies Results['extract'], stats }
  },

  resolve: ({ reading }) => {
    const all = usedBy(reading).flatMap((form) => reading.subject.known.get(form) ?? [])
    const conflicts = all.filter(({ rating }) => rating.conflicts.length > 0).length
    return {
      body: {},
      stats: {
        rated: all.length,
        acceptable: all.filter(({ acceptable }) => acceptable).length,
        with_successor: all.filter(({ successors }) => successors.length > 0).length,
        conflicts,
      },
      warnings: conflicts > 0 ? [`Sources disagree about ${counted(conflicts, 'artifact')}.`] : [],
    }
  },

  traverse: ({ reading: { subject } }) => {
    const found = traverseCalls(subject.estate, subject.objects)
    return { body: found, stats: { ...found.counts } }
  },

  rate: ({ reading: { subject, measured } }) => {
    const objects = subject.objects.map(
      (at) =>
        [shortForm(subject.estate.objects[at]!), measured.code[at]!, measured.acceptable[at] === 1 ? 1 : 0] as const,
    )
    const stats = Object.fromEntries(measured.scale.map((code, at) => [code, measured.totals.byCode[at]!]))
    const unclear = subject.objects.filter((at) => measured.final[at] === 0).length
    return {
      body: { scale: measured.scale, objects } satisfies RatedObjects,
      stats: { ...stats, acceptable: measured.totals.acceptable },
      warnings: unclear > 0 ? [`${counted(unclear, 'object')} may have more references than the evidence shows.`] : [],
    }
  },

  cluster: ({ reading: { measured } }) => {
    const patterns = measured.patterns.map(({ key, reference, access, code, objects, lift, sites }) => ({
      ...{ key, reference: shortForm(reference), access, code, objects: objects.length, lift, sites },
    }))
    return { body: { patterns } satisfies Results['cluster'], stats: { patterns: patterns.length } }
  },

  recommend: async ({ deps, scope, reading, signal }) => {
    const asking = { tenant: scope.tenant, signal, mayWait: true }
    const { all, left } = await deps.recommend({ reading, now: deps.clock.now() }, asking)
    return {
      body: { all } satisfies Results['recommend'],
      stats: { recommendations: all.length },
      warnings:
        left > 0
          ? [
              `${counted(left, 'more pattern was', 'more patterns were')} found; only the ${MAX_RECOMMENDATIONS} with the highest lift are listed.`,
            ]
          : [],
    }
  },

  validate: ({ reading, results }) => {
    const { all } = resultOf(results, 'recommend')
    const actions = new Set(reading.subject.active.pack.actions.map(({ id }) => id))
    const faults = all.flatMap(({ key, action_id, body }) => [
      ...(actions.has(action_id) ? [] : [`${key} names an action that the pack does not have.`]),
      ...(body.artifacts_total > 0 ? [] : [`${key} has no objects.`]),
    ])
    const uncited = all.filter(({ body }) => body.citations.length === 0).length
    return {
      body: {},
      stats: { checked: all.length, faults: faults.length, uncited },
      warnings: [
        ...faults.slice(0, 10),
        ...(uncited > 0
          ? [
              `${counted(uncited, 'recommendation is', 'recommendations are')} based on the estate alone, without a citation from a list.`,
            ]
          : []),
      ],
    }
  },

  summarise: ({ reading: { rollup } }) => ({
    body: {},
    stats: { acceptable_share: rollup.acceptable_share, findings: rollup.findings },
  }),
}

/** The artifacts that the objects of the case use, as short forms without duplicates. */
function usedBy({ subject: { estate, objects } }: CaseReading): string[] {
  const isIn = new Uint8Array(estate.objects.length)
  for (const at of objects) isIn[at] = 1
  const used = new Set<number>()
  for (const [use, from] of estate.uses.from.entries()) if (isIn[from] === 1) used.add(estate.uses.to[use]!)
  return [...used].sort((a, b) => a - b).map((at) => shortForm(estate.references[at]!))
}
