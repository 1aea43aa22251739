// What plans, transports and deliveries say to the controls of a scorecard.

import { findCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import { estateOf } from '../estate/estate-of.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { CaseFacts, ControlSubject } from '../scorecard/doors.ts'
import {
  countAlone,
  countDeadLetters,
  countPlans,
  countStrayTransports,
  countUnverified,
  listApproved,
  listPlannedObjects,
  listRetired,
  listStanding,
} from './facts-store.ts'
import { checkGate } from './gates.ts'
import { readFacts } from './read-plan.ts'
import { getBody, planOf } from './store.ts'
import { readWorld } from './world.ts'

const DAY_MS = 24 * 3_600_000
const UNVERIFIED_DAYS = 30
/** Each is looked up in the lists anew. */
const MOST_CHECKED = 20

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs' | 'log'>
type Count = (deps: Deps, scope: Scope, subject: ControlSubject) => Promise<number>

const COUNTS: Partial<Record<Parameters<CaseFacts['measure']>[0], Count>> = {
  unresolved_conflicts_in_approved_plans: countConflicts,
  approved_plans_without_second_person: ({ db }, scope, subject) => countAlone(db, scope, subject),
  delivered_items_unverified_after_30_days: ({ db, clock }, scope, subject) =>
    countUnverified(db, scope, subject, new Date(clock.now().getTime() - UNVERIFIED_DAYS * DAY_MS)),
  retired_objects_executed: countRevived,
  transports_with_unplanned_objects: ({ db }, scope, subject) => countStrayTransports(db, scope, subject),
  plans_with_changed_ruleset: countOtherRules,
  webhook_dead_letters: ({ db }, scope, subject) => countDeadLetters(db, scope, subject),
}

/** Where there is no plan nothing is known, and so nothing passes. */
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
  for (const { id, case_id } of await listApproved(deps.db, scope, subject, MOST_CHECKED)) {
    const theCase = (await findCase(deps.db, scope, case_id))!
    const plan = (await planOf(deps.db, scope, case_id, id))!
    const body = await getBody(deps.db, scope, id)
    const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
    const world = await readWorld(deps, scope, active, theCase, plan, body)
    conflicts += checkGate('G3', await readFacts(deps.db, scope, plan, body, world)).errors.length
  }
  return conflicts
}

/** What was taken out of use and has run since. */
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
  for (const { pack_version, ruleset } of await listStanding(deps.db, scope, subject)) {
    const { revision } = await deps.packs.pinned(scope, { id: subject.packId, version: pack_version })
    if (revision !== ruleset) others++
  }
  return others
}
