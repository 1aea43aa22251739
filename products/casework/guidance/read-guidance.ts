// What a call of GET /guidance asks about: a thing is rated first, and what is to be done about it is asked for too.
import type { Guidance, GuidanceQuery } from '@veritrace/contract/casework/guidance'
import type { PackRef, Target } from '@veritrace/contract/casework/shapes'
import { getArtifact } from '../artifacts/get-artifact.ts'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/scope.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf, viewTarget } from '../packs/packs.ts'
import { chooseAction } from '../rating/choose-action.ts'
import { lookUp } from '../rating/look-up.ts'
import { guidanceFor, type Wanted } from './guidance-for.ts'

export async function readGuidance(
  deps: Casework,
  scope: Scope,
  query: GuidanceQuery,
): Promise<{ pack: PackRef; target: Target; items: Guidance[] }> {
  const active = await deps.packs.of(scope, query.pack)
  const target = targetOf(active, query.target)
  const about = query.artifact_id ? await aboutArtifact(deps, scope, active, target, query.artifact_id) : {}
  const items = await guidanceFor(deps, scope, active, {
    ...about,
    ...(query.code && { code: query.code }),
    ...(query.action_id && { actionId: query.action_id, alternatives: [] }),
    intent: query.intent,
    phase: query.phase,
    q: query.q,
    limit: query.limit,
  })
  return { pack: active.pack.ref, target: viewTarget(active, target), items }
}

async function aboutArtifact(
  deps: Casework,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  id: string,
): Promise<Partial<Wanted>> {
  const place = { pack: active.pack.ref.id, target: target.profile_id }
  const { type, name, kind, rating } = await getArtifact(deps, scope, id, place)
  const artifact = { type, name }
  // What the rules do about an own object depends on all that it uses: a plan says that.
  if (kind !== active.pack.naming.kind) return { artifact, code: rating.code }
  const known = (await lookUp(deps, scope, active, target, [artifact])).get(shortForm(artifact))
  const { action, alternatives } = chooseAction(active, target, { known })
  return { artifact, code: rating.code, actionId: action.id, alternatives: alternatives.map((one) => one.id) }
}
