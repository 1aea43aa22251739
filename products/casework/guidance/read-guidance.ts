// GET /guidance: rates the artifact first, then finds guidance for its rating and for the recommended action.
import type { Guidance, GuidanceQuery } from '@veritrace/contract/casework/guidance'
import type { PackRef, Target } from '@veritrace/contract/casework/shapes'
import { notFound } from '@veritrace/platform/errors'
import { getArtifact } from '../artifacts/get-artifact.ts'
import { findCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
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
  const theCase = query.case_id === undefined ? undefined : await getCase(deps, scope, query.case_id)
  // A case stays with the pack version that it was opened with.
  const active = theCase
    ? await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
    : await deps.packs.of(scope, query.pack)
  const target = targetOf(active, query.target ?? theCase?.target)
  const artifactId = query.artifact_id ?? onlyOne(theCase?.artifact_ids)
  const about = artifactId ? await aboutArtifact(deps, scope, active, target, artifactId) : {}
  const items = await guidanceFor(deps, scope, active, {
    ...about,
    ...(theCase && aboutCase(theCase, target)),
    ...(query.code && { code: query.code }),
    ...(query.action_id && { actionId: query.action_id, alternatives: [] }),
    intent: query.intent,
    phase: query.phase,
    ...(query.q && { q: query.q }),
    limit: query.limit,
  })
  return { pack: active.pack.ref, target: viewTarget(active, target), items }
}

async function getCase({ db }: Casework, scope: Scope, id: string): Promise<CaseRow> {
  const found = await findCase(db, scope, id)
  return found && !found.deleted_at ? found : notFound('case', id)
}

const onlyOne = (ids: readonly string[] = []): string | undefined => (ids.length === 1 ? ids[0] : undefined)

/**
 * The codes that the target does not accept, most frequent first; before the first measurement, the title of the case.
 */
function aboutCase({ rollup, title }: CaseRow, { acceptable }: TargetProfile): Partial<Wanted> {
  const codes = Object.entries(rollup.distribution ?? {})
    .filter(([code, count]) => count > 0 && !acceptable.includes(code))
    .toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
    .map(([code]) => code)
  return codes.length > 0 ? { codes } : { q: title }
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
  // For a customer's own object the action depends on everything it uses, which only a plan considers.
  if (kind !== active.pack.naming.kind) return { artifact, code: rating.code }
  const known = (await lookUp(deps, scope, active, target, [artifact])).get(shortForm(artifact))
  const { action, alternatives } = chooseAction(active, target, { known })
  return { artifact, code: rating.code, actionId: action.id, alternatives: alternatives.map((one) => one.id) }
}
