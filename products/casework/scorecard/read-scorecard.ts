// GET /control/scorecard: measures every control of the pack, or reports it as unknown.

import type { Control, Scorecard, scorecard } from '@veritrace/contract/casework/scorecard'
import type { Query } from '@veritrace/contract/endpoint'
import { fail } from '@veritrace/platform/errors'
import { ownValue } from '@veritrace/platform/names'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { ControlSpec } from '../packs/pack.ts'
import { momentOf } from '../readiness/baseline.ts'
import { measureProject } from '../readiness/measure-project.ts'
import type { ReadinessPorts } from '../readiness/ports.ts'
import { type Subject, subjectOf } from '../readiness/scope.ts'
import { type Facts, openFacts } from './facts.ts'
import { type Found, MEASURES } from './measures.ts'
import type { CaseFacts, GraphFacts } from './ports.ts'
import { reasonOf, scoreOf, statusOf, summaryOf } from './rules.ts'
import { insertControlPoints, listControlPoints } from './store.ts'
import type { ControlPointRow } from './tables.ts'

type Asked = Query<typeof scorecard.get>

export interface ScorecardPorts extends ReadinessPorts {
  cases: CaseFacts
  graph: GraphFacts
}

export async function readScorecard(
  deps: Casework,
  ports: ScorecardPorts,
  scope: Scope,
  asked: Asked,
): Promise<Scorecard> {
  if ((asked.scope === 'workspace') !== (asked.id === undefined))
    fail('unacceptable', '`id` is required for a project or a case, and not allowed for the workspace.')
  const subject = await subjectOf(deps, ports, scope, {
    ...(asked.pack !== undefined && { pack: asked.pack }),
    ...(asked.scope === 'project' && { project_id: asked.id! }),
    ...(asked.scope === 'case' && { case_id: asked.id! }),
  })
  const now = deps.clock.now()
  const then = asked.as_of === undefined ? undefined : (momentOf(asked.as_of) ?? invalidMoment())
  const series = { pack: subject.active.pack.ref.id, kind: asked.scope, id: asked.id ?? '' }
  const known = then ? await listControlPoints(deps.db, scope, series, then) : []
  const controls = then
    ? subject.active.pack.controls.map((spec) => recordedControl(spec, known, then))
    : await measured(deps, ports, scope, subject, now)
  if (!then)
    await insertControlPoints(
      deps.db,
      scope,
      series,
      controls.map(({ id, value, status }) => ({ control_id: id, value, status })),
      now,
    )
  // Includes the points that were just stored.
  const points = !then && wants(asked, 'trend') ? await listControlPoints(deps.db, scope, series, now) : known
  return {
    scope: { kind: asked.scope, id: asked.id ?? null },
    as_of: (then ?? now).toISOString(),
    pack: subject.active.pack.ref,
    // Over all controls, not only those that match the filter.
    score: scoreOf(controls, subject.active.pack.scoring.bands),
    summary: summaryOf(controls),
    controls: controls
      .filter(({ category }) => asked.category === undefined || category === asked.category)
      .filter(({ status }) => asked.status === undefined || status === asked.status)
      .map((control) => trimmed(control, asked, points)),
  }
}

const invalidMoment = (): never => fail('invalid_query', '`as_of` must be a date or a timestamp.')
const wants = ({ include = '' }: Asked, part: string): boolean => include.split(',').includes(part)

async function measured(
  deps: Casework,
  ports: ScorecardPorts,
  scope: Scope,
  subject: Subject,
  now: Date,
): Promise<Control[]> {
  const { active, target, view, objectsOf } = subject
  const facts = openFacts(
    {
      ...{ deps, scope, active, target, now },
      subject: { kind: view.kind, id: view.id, projectIds: view.project_ids, packId: active.pack.ref.id },
      ...{ cases: ports.cases, graph: ports.graph },
    },
    async () => {
      const parts = []
      for (const projectId of view.project_ids)
        parts.push(await measureProject(deps, scope, { projectId, active, target, ...(objectsOf && { objectsOf }) }))
      return parts
    },
  )
  const controls: Control[] = []
  for (const spec of active.pack.controls) controls.push(controlOf(spec, await measureControl(spec, facts), now))
  return controls
}

const measureControl = async ({ measure }: ControlSpec, facts: Facts): Promise<Found> =>
  (await ownValue(MEASURES, measure)?.(facts)) ?? { missing: `${measure} cannot be measured.` }

function controlOf(spec: ControlSpec, found: Found, now: Date): Control {
  const bare = bareControl(spec, now)
  if ('missing' in found) return { ...bare, reason: found.missing }
  if ('notApplicable' in found) return { ...bare, status: 'not_applicable', reason: found.notApplicable }
  const { value, failing = [], failingTotal = failing.length, evidence = [] } = found
  return {
    ...bare,
    status: statusOf(value, spec),
    reason: reasonOf(value, spec, spec.unit),
    value,
    evidence: [...evidence],
    failing_sample: [...failing],
    failing_total: failingTotal,
  }
}

const bareControl = (spec: ControlSpec, at: Date): Control => {
  const { id, title, description, category, severity, weight, threshold, compare, unit, remediation, query } = spec
  return {
    ...{ id, title, description, category, severity, weight, threshold, compare, unit, remediation, query },
    status: 'unknown',
    reason: '',
    value: null,
    measured_at: at.toISOString(),
    evidence: [],
    failing_sample: [],
    failing_total: 0,
  }
}

/** The last measurement at that time. */
function recordedControl(spec: ControlSpec, points: readonly ControlPointRow[], then: Date): Control {
  const point = points.findLast(({ control_id }) => control_id === spec.id)
  if (!point) return { ...bareControl(spec, then), reason: 'The control had not been measured yet.' }
  const { at, value, status } = point
  const reason = value === null ? 'The required data was missing.' : reasonOf(value, spec, spec.unit)
  return { ...bareControl(spec, at), value, status, reason }
}

function trimmed(control: Control, asked: Asked, points: readonly ControlPointRow[]): Control {
  const own = points.filter(({ control_id }) => control_id === control.id)
  return {
    ...control,
    ...(!wants(asked, 'failing') && { failing_sample: [] }),
    ...(wants(asked, 'trend') && {
      trend: own.map(({ at, value, status }) => ({ at: at.toISOString(), value, status })),
    }),
  }
}
