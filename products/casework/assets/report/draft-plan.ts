// The plan in a report: the newest of the project for its target, or one drafted for the report and not stored.
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { isAppError } from '@veritrace/platform/errors'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import { readCalibration } from '../../planning/read-calibration.ts'
import { readScope } from '../../planning/read-scope.ts'
import { findVersion, newestOfProject } from '../../planning/store.ts'
import type { Planners } from '../../planning/threads/planners.ts'
import { viewVersion } from '../../planning/view.ts'

/** The part of a plan that a report uses; without an id if it was drafted for the report. */
export type ReportedPlan = Partial<PlanVersion> &
  Pick<PlanVersion, 'totals' | 'waves' | 'items' | 'open_questions' | 'assumptions' | 'citations'>

interface About {
  projectId: string
  pack: string
  target: string
  /** The start date of a drafted plan, so that identical inputs give identical reports. */
  day: string
}

export async function planFor(
  deps: Casework & { planners: Planners },
  scope: Scope,
  about: About,
  signal: AbortSignal | undefined,
): Promise<ReportedPlan | undefined> {
  const id = (await newestOfProject(deps.db, scope, about.projectId))?.id
  const row = id ? await findVersion(deps.db, scope, id) : undefined
  if (row?.target.profile_id === about.target) return withDisplayNumbers(viewVersion(row, row.body))
  return draftFor(deps, scope, about, signal)
}

async function draftFor(
  deps: Casework & { planners: Planners },
  scope: Scope,
  { projectId, pack, target, day }: About,
  signal: AbortSignal | undefined,
): Promise<ReportedPlan | undefined> {
  try {
    const subject = await readScope(deps, scope, { pack, target, scope: { project_id: projectId } })
    const calibration = await readCalibration(deps.db, scope)
    const constraints = { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date: day }
    const asked = { constraints, objective: 'balanced', granularity: 'pattern', seed: 1, calibration } as const
    return withDisplayNumbers(
      await deps.planners.draft({ ...subject, ...asked }, { tenant: scope.tenant, ...(signal && { signal }) }),
    )
  } catch (error) {
    if (isAppError(error) && error.code === 'scope_empty') return undefined
    throw error
  }
}
