// Reads the facts of a report once: the measurement, the objects, the newest plan, the controls and the sources.
import type { Estimate } from '@veritrace/contract/casework/estimates'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { Scorecard } from '@veritrace/contract/casework/scorecard'
import { notFound } from '@veritrace/platform/errors'
import { findCase } from '../../cases/store.ts'
import { listEntriesById } from '../../corpus/entry-store.ts'
import type { Casework } from '../../deps.ts'
import { newestEstimateOf } from '../../estimates/store.ts'
import { listEvidence } from '../../evidence/store.ts'
import type { EvidenceRow } from '../../evidence/tables.ts'
import { type Scope, spaceOf } from '../../model/space.ts'
import type { EntryRow } from '../../model/tables.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Planners } from '../../planning/threads/planners.ts'
import type { CountedProject } from '../../projects/store.ts'
import { measureProject } from '../../readiness/measure-project.ts'
import type { ReadinessPorts } from '../../readiness/ports.ts'
import { readReadiness } from '../../readiness/read-readiness.ts'
import { readScorecard, type ScorecardPorts } from '../../scorecard/read-scorecard.ts'
import { planFor, type ReportedPlan } from './draft-plan.ts'

export type ReportPorts = ScorecardPorts & ReadinessPorts

export interface ReportAsked {
  case_ids?: readonly string[] | undefined
  target?: string | undefined
  baseline?: string | undefined
}

interface ReportObject {
  type: string
  name: string
  package: string
  owner: string
  code: string
  isAcceptable: boolean
  dynamicCalls: number
}

export interface ReportFacts {
  project: CountedProject
  readiness: Readiness
  objects: readonly ReportObject[]
  conflicts: readonly { name: string; note: string }[]
  cases: readonly { key: string; title: string; status: string }[]
  plan: ReportedPlan | undefined
  /** The newest estimate of the project's cases. */
  estimate: Pick<Estimate, 'effort' | 'cost'> | undefined
  scorecard: Scorecard
  evidence: readonly EvidenceRow[]
  entries: readonly EntryRow[]
  disclaimer: string
  /** Date of the newest input: a report of the same facts stays the same on another day. */
  asOf: Date
}

const AT_ONCE = 200

/** Without planners there is no plan: only reports show one. */
export async function gatherFacts(
  deps: Casework & { planners?: Planners },
  ports: ReportPorts,
  scope: Scope,
  project: CountedProject,
  { signal, ...asked }: ReportAsked & { signal?: AbortSignal },
): Promise<ReportFacts> {
  const { db, planners } = deps
  const active = await deps.packs.of(scope, project.pack_id)
  const target = targetOf(active, asked.target ?? project.default_target)
  const readiness = await readReadiness(deps, ports, scope, {
    project_id: project.id,
    pack: active.pack.ref.id,
    target: target.profile_id,
    group_by: 'package',
    include: 'trend,findings,patterns,groups',
    ...(asked.baseline && { baseline: asked.baseline }),
  })
  const { estate, measured, known } = await measureProject(deps, scope, { projectId: project.id, active, target })
  const evidence = await allEvidence(deps, scope, project.id)
  const spaces = [spaceOf(scope), deps.corpusSpace]
  const entries = await listEntriesById(db, spaces, readiness.inputs.catalog_entries)
  const asOf = newest([project.created_at, ...evidence.map(({ uploaded_at }) => uploaded_at)])
  const planned = {
    ...{ projectId: project.id, pack: active.pack.ref.id, target: target.profile_id },
    day: asOf.toISOString().slice(0, 10),
  }
  return {
    project,
    readiness,
    objects: estate.objects.map((object, i) => ({
      ...{ type: object.type, name: object.name, package: object.package, owner: object.owner },
      code: measured.scale[measured.code[i]!]!,
      isAcceptable: measured.acceptable[i] === 1,
      dynamicCalls: object.dynamic_calls,
    })),
    conflicts: [...known.values()].flatMap(({ named, rating }) =>
      rating.conflicts.map(({ note }) => ({ name: `${named.type}:${named.name}`, note })),
    ),
    cases: await casesOf(deps, scope, project.id, asked.case_ids ?? []),
    plan: planners && (await planFor({ ...deps, planners }, scope, planned, signal)),
    estimate: await newestEstimateOf(db, scope, project.id),
    scorecard: await readScorecard(deps, ports, scope, { scope: 'project', id: project.id, pack: active.pack.ref.id }),
    evidence,
    entries,
    disclaimer: active.pack.disclaimer,
    asOf,
  }
}

async function allEvidence({ db }: Casework, scope: Scope, projectId: string): Promise<EvidenceRow[]> {
  const all: EvidenceRow[] = []
  for (let cursor = ''; ; ) {
    const page = await listEvidence(db, scope, projectId, { limit: AT_ONCE, ...(cursor && { cursor }) })
    all.push(...page.items)
    cursor = page.next
    if (!cursor) return all
  }
}

async function casesOf({ db }: Casework, scope: Scope, projectId: string, ids: readonly string[]) {
  const getOwn = async (id: string) => {
    const found = await findCase(db, scope, id)
    return found?.project_id === projectId && !found.deleted_at ? found : notFound('case', id)
  }
  const found = await Promise.all(ids.map(getOwn))
  return found.map(({ key, title, status }) => ({ key, title, status }))
}

const newest = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())))
