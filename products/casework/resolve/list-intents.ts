// Lists the intents of a pack, and why some are not available yet.

import type { Scope } from '../model/space.ts'
import type { IntentSpec } from '../packs/pack.ts'
import { viewTarget } from '../packs/packs.ts'
import { listProjects } from '../projects/store.ts'
import { catalogOf } from '../rating/lists.ts'
import type { Resolving } from './find-subject.ts'

type Need = IntentSpec['requires'][number]

const REASONS: Record<Need, string> = {
  catalog: 'No list has been imported yet.',
  project: 'Create a project first.',
  case: 'Open a case first.',
}

export async function listIntents(deps: Resolving, scope: Scope, packId: string | undefined) {
  const active = await deps.packs.of(scope, packId)
  const { pack } = active
  const [catalog, projects] = await Promise.all([
    catalogOf(deps, scope, active),
    listProjects(deps.db, scope, { limit: 1 }),
  ])
  // An intent about a case is only used inside a case.
  const isThere: Record<Need, boolean> = {
    catalog: catalog.entries.size > 0,
    project: projects.items.length > 0,
    case: true,
  }
  return {
    pack: pack.ref,
    targets: pack.targets.map((target) => viewTarget(active, target)),
    items: pack.intents.map((intent) => {
      const missing = intent.requires.find((need) => !isThere[need])
      return {
        id: intent.id,
        pack: pack.ref.id,
        title: intent.title,
        description: intent.description,
        examples: [...intent.examples],
        params: { ...intent.params },
        requires: [...intent.requires],
        answer_kind: intent.answer_kind,
        route: intent.route,
        available: missing === undefined,
        ...(missing && { unavailable_reason: REASONS[missing] }),
      }
    }),
  }
}
