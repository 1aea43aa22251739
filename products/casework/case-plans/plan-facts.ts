// What the controls of a scorecard measure about plans, transports and deliveries.

import { findCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import { estateOf } from '../estate/estate-of.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { CaseFacts, ControlSubject } from '../scorecard/ports.ts'
import {
  countDeadLetters,
  countPlans,
  countStrayTransports,
  countUnverified,
  countWithoutSecondPerson,
  listApproved,
  listPlannedObjects,
  listPlanRulesets,
  listRetired,
} from './facts-store.ts'
import { checkGate } from './gates.ts'
import { readPlanContext } from './plan-context.ts'
import { readFacts } from './read-plan.ts'
import { getBody, planOf } from './store.ts'

const DAY_MS = 24 * 3_600_000
const UNVERIFIED_DAYS = 30
/** Limits the number of plans because each requires a lookup in the lists. */
const MAX_CHECKED = 20

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs' | 'log'>
type Count = (deps: Deps, scope: Scope, subject: ControlSubject) => Promise<number>

const COUNTS: Partial<Record<Parameters<CaseFacts['measure']>[0], Count>> = {
  unresolved_conflicts_in_approved_plans: countConflicts,
  approved_plans_without_second_person: ({ db }, scope, subject) => countWithoutSecondPerson(db, scope, subject),
  delivered_items_unverified_after_30_days: ({ db, clock }, scope, subject) =>
    countUnverified(db, scope, subject, new Date(clock.now().getTime() - UNVERIFIED_DAYS * DAY_MS)),
  retired_objects_executed: countRevived,
  transports_with_unplanned_objects: ({ db }, scope, subject) => countStrayTransports(db, scope, subject),
  plans_with_changed_ruleset: countOtherRules,
  webhook_dead_letters: ({ db }, scope, subject) => countDeadLetters(db, scope, subject),
}

/** Without any plan, a measure is undefined and its control does not pass. */
export const planFacts = (deps: Deps): CaseFacts => ({
  measure: async (name, scope, subject) => {
    const counted = COUNTS[name]
    if (!counted || (await countPlans(deps.db, scope, subject)) === 0) return undefined
    return { value: await counted(deps, scope, subject) }
  },
  plannedObjects: async (scope, subject) => new Set(await listPlannedObjects(deps.db, scope, subject)),
})

async function countConflicts(deps: Deps, scope: Scope, subject: ControlSubject): Promise<number> {
  let conflicts = 0
  for (const { id, case_id } of await listApproved(deps.db, scope, subject, MAX_CHECKED)) {
    const theCase = (await findCase(deps.db, scope, case_id))!
    const plan = (await planOf(deps.db, scope, case_id, id))!
    const body = await getBody(deps.db, scope, id)
    const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
    const context = await readPlanContext(deps, scope, active, theCase, plan, body)
    conflicts += checkGate('G3', await readFacts(deps.db, scope, plan, body, context)).errors.length
  }
  return conflicts
}

/** Counts retired objects that were executed after their retirement. */
async function countRevived(deps: Deps, scope: Scope, subject: ControlSubject): Promise<number> {
  let revived = 0
  const byProject = Map.groupBy(await listRetired(deps.db, scope, subject), ({ project_id }) => project_id)
  for (const [projectId, retired] of byProject) {
    const estate = await estateOf(deps, scope, projectId)
    const used = new Map(estate.objects.map((object) => [shortForm(object), object.last_used]))
    revived += retired.filter(({ form, done_at }) => {
      const last = used.get(form)
      return last !== null && last !== undefined && new Date(last) > done_at
    }).length
  }
  return revived
}

async function countOtherRules(deps: Deps, scope: Scope, subject: ControlSubject): Promise<number> {
  let others = 0
  for (const { pack_version, ruleset } of await listPlanRulesets(deps.db, scope, subject)) {
    const { revision } = await deps.packs.pinned(scope, { id: subject.packId, version: pack_version })
    if (revision !== ruleset) others++
  }
  return others
}
