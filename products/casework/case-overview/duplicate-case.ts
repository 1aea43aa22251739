// Duplicates a case, for example as a what-if for another target, with the parts that the caller chose.
import type { Case, CaseCopy } from '@veritrace/contract/casework/cases'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import type { CopyPlan } from '../case-plans/copy-plan.ts'
import { openCase, showCase } from '../cases/create-case.ts'
import { copyCaseEvidence } from '../cases/evidence-store.ts'
import { getCase } from '../cases/get-case.ts'
import { readCaseScope } from '../cases/read-case-scope.ts'
import { recordCase } from '../cases/record.ts'
import { openPinned } from '../cases/view.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { targetOf } from '../packs/packs.ts'
import { copyRecommendations } from '../recommendations/copy-store.ts'

const ALL = { evidence: true, decisions: false, plan: false }

export async function duplicateCase(
  deps: Casework,
  ports: { copyPlan: CopyPlan },
  caller: Caller,
  id: string,
  { title, target, include = ALL }: CaseCopy,
): Promise<Case> {
  const scope = scopeOf(caller)
  const first = await getCase(deps.db, scope, id)
  const active = await deps.packs.pinned(scope, { id: first.pack_id, version: first.pack_version })
  const profile = targetOf(active, target ?? first.target)
  const about = { ...first, target: profile.profile_id }
  const { subject, rollup } = await readCaseScope(deps, scope, about)
  const pinned = await openPinned(deps, scope)
  return transact(deps.db, async (tx) => {
    const copy = await openCase(
      deps,
      tx,
      caller,
      {
        ...{ project_id: first.project_id, pack_id: first.pack_id, pack_version: first.pack_version },
        ...{ pack_digest: first.pack_digest, type_id: first.type_id, question_md: first.question_md },
        ...{ priority: first.priority, artifact_ids: first.artifact_ids, scope_digest: first.scope_digest },
        ...{ tags: first.tags, due_at: first.due_at, target: about.target, resolved_count: subject.objects.length },
        title: cutText((title ?? `${first.title} (copy)`).trim(), 200),
        owner: JSON.stringify(actorOf(caller)),
        selector: first.selector && JSON.stringify(first.selector),
        evidence_ids: include.evidence ? first.evidence_ids : [],
        rollup: JSON.stringify(rollup),
        duplicated_from: first.id,
        origin: null,
      },
      { data: { duplicated_from: first.id, include } },
    )
    if (include.evidence) await copyCaseEvidence(tx, scope, first.id, copy)
    if (include.decisions || include.plan)
      await copyRecommendations(tx, scope, {
        from: first.id,
        to: copy,
        now: deps.clock.now(),
        newId: () => newId('rec'),
      })
    if (include.plan) await ports.copyPlan(tx, caller, { from: first.id, to: copy }, { active, target: profile })
    await recordCase(deps, tx, caller, first, {
      type: 'case.duplicated',
      subject: { kind: 'case', id: copy, label: title ?? first.title },
      message: `${first.key} was duplicated for ${about.target}.`,
      data: { copy_id: copy, target: about.target },
    })
    return showCase(tx, scope, pinned, copy)
  })
}
