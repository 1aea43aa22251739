// GET /clean-core/readiness: measures the requested scope, returns figures and text, and records a trend point.
import type { READINESS_PARTS, Readiness, readiness } from '@veritrace/contract/casework/readiness'
import type { Query } from '@veritrace/contract/endpoint'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { viewTarget } from '../packs/packs.ts'
import { lookUp } from '../rating/look-up.ts'
import { levelTable } from '../rating/rate.ts'
import { baselineOf, momentOf } from './baseline.ts'
import { catalogAt } from './catalog-then.ts'
import { driftOf } from './drift.ts'
import { findingsOf } from './findings.ts'
import { groupsOf } from './groups.ts'
import { type MeasuredProject, measureProject } from './measure-project.ts'
import { offendersOf, sumPatterns } from './offenders.ts'
import type { ReadinessPorts } from './ports.ts'
import { type Subject, subjectOf } from './scope.ts'
import { insertPoint, listPoints } from './store.ts'
import { summarize } from './summarize.ts'
import { trendOf } from './trend.ts'
import { viewOffenders, viewPatterns, viewWhatIf } from './view.ts'

type Asked = Query<typeof readiness.get>
type Part = (typeof READINESS_PARTS)[number]

export async function readReadiness(
  deps: Casework,
  ports: ReadinessPorts,
  scope: Scope,
  asked: Asked,
): Promise<Readiness> {
  const subject = await subjectOf(deps, ports, scope, asked)
  const now = deps.clock.now()
  const then = asked.as_of === undefined ? undefined : (momentOf(asked.as_of) ?? invalidMoment())
  const parts = await measureAll(deps, scope, subject, then)
  if (!then && !subject.objectsOf) await recordPoints(deps, scope, subject, parts, now)
  const { active, target } = subject
  const scale = parts[0]?.measured.scale ?? []
  const measured = parts.map((part) => part.measured)
  const wants = wantedParts(asked)
  const { offenders, citations } = viewOffenders(offendersOf(measured))
  const patterns = sumPatterns(measured)
  const keys = (asked.what_if ?? '').split(',').filter(Boolean)
  return {
    scope: subject.view,
    target: viewTarget(active, target),
    pack: active.pack.ref,
    ruleset: { id: levelTable(active).id, version: levelTable(active).version },
    as_of: (then ?? now).toISOString(),
    ...summarize(subject, parts),
    ...(asked.baseline !== undefined && { drift: await readDrift(deps, ports, scope, subject, parts, asked.baseline) }),
    ...(wants('trend') && {
      trend: trendOf(
        await listPoints(deps.db, scope, {
          projects: subject.view.project_ids,
          pack: active.pack.ref.id,
          target: target.profile_id,
          until: then ?? now,
        }),
        scale,
      ),
    }),
    ...(wants('groups') && { groups: groupsOf(parts, asked.group_by) ?? [] }),
    ...(wants('findings') && { findings: findingsOf(subject, parts) }),
    ...(wants('offenders') && { offenders }),
    ...(wants('patterns') && { patterns: viewPatterns(subject, patterns) ?? [] }),
    ...((wants('what_if') || keys.length > 0) && { what_if: viewWhatIf(subject, measured, patterns, keys) }),
    citations,
  }
}

const wantedParts = ({ include = '' }: Asked): ((part: Part) => boolean) => {
  const parts = new Set(include.split(','))
  return (part) => parts.has(part)
}

const invalidMoment = (): never => fail('invalid_query', '`as_of` must be a date or a timestamp.')

/** Sequential: measuring two large estates at once would double the memory. */
async function measureAll(
  deps: Casework,
  scope: Scope,
  { view, active, target, objectsOf }: Subject,
  then: Date | undefined,
): Promise<MeasuredProject[]> {
  const catalog = then && (await catalogAt(deps, scope, active, then))
  const parts: MeasuredProject[] = []
  for (const projectId of view.project_ids)
    parts.push(
      await measureProject(deps, scope, {
        ...{ projectId, active, target },
        ...(objectsOf && { objectsOf }),
        ...(catalog && { catalog }),
      }),
    )
  return parts
}

/** Records trend points. Cached measurements were recorded before. */
async function recordPoints(
  { db }: Casework,
  scope: Scope,
  { active, target }: Subject,
  parts: readonly MeasuredProject[],
  at: Date,
): Promise<void> {
  for (const { isNew, projectId, digest, measured } of parts) {
    const { totals, scale } = measured
    if (!isNew || totals.objects === 0) continue
    await insertPoint(db, scope, {
      ...{ project_id: projectId, pack_id: active.pack.ref.id, target: target.profile_id, run_id: '', at, digest },
      distribution: Object.fromEntries(scale.map((code, place) => [code, totals.byCode[place]!])),
      objects: totals.objects,
      acceptable: totals.acceptable,
    })
  }
}

async function readDrift(
  deps: Casework,
  ports: ReadinessPorts,
  scope: Scope,
  subject: Subject,
  parts: readonly MeasuredProject[],
  text: string,
): Promise<Readiness['drift']> {
  const { active } = subject
  const { target, catalog } = await baselineOf(deps, ports, scope, subject, text)
  const compared = []
  for (const part of parts) {
    const names = part.estate.references
    const before = await lookUp(deps, scope, active, target, names, { project: part.estate, catalog })
    compared.push({ ...part, before })
  }
  return driftOf(text, compared, active.pack.scheme.codes[0]!)
}
