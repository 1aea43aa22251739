// A decision about a recommendation as evidence of its case.
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { Db } from '@veritrace/platform/db/db'
import type { NewDecision } from '../cases/decision-store.ts'
import { citationOf, pieceOf } from '../cases/evidence-rows.ts'
import { insertCaseEvidence } from '../cases/evidence-store.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import type { RecommendationRow } from './tables.ts'

const CLAIMS: Partial<Record<NewDecision['kind'], string>> = {
  accept: 'was accepted',
  reject: 'was rejected',
  exemption: 'is exempted for a limited time',
  successor_fit: 'has an assessed successor',
}
/** A decision about many objects at once becomes one piece of evidence. */
export async function addDecisionEvidence(
  tx: Db<Tables>,
  scope: Scope,
  caseId: string,
  row: RecommendationRow,
  decisions: readonly NewDecision[],
  by: Actor,
): Promise<void> {
  const first = new Map(decisions.map((decision) => [decision.kind, decision]).reverse() as [string, NewDecision][])
  const artifacts = row.body.pattern ? [row.body.pattern.reference] : row.body.artifacts
  const pieces = [...first.values()].map((decision) => {
    const at = new Date(decision.at)
    const quote = decision.rationale || decision.value
    return pieceOf({
      kind: 'decision',
      relation: decision.kind === 'reject' ? 'refutes' : 'supports',
      claim: `${row.body.title} ${CLAIMS[decision.kind] ?? 'was decided'}`,
      strength: 'strong',
      title: `Decision by ${by.name}`,
      artifact_ids: artifacts.map(({ id }) => id),
      decision_id: decision.id,
      added_by: by,
      citation: citationOf(
        {
          kind: 'decision',
          title: `Decision by ${by.name}`,
          locator: { type: 'text', value: decision.id },
          as_of: at.toISOString(),
          confidence: 0.9,
        },
        quote,
      ),
    })
  })
  const now = decisions[0] ? new Date(decisions[0].at) : new Date(0)
  await insertCaseEvidence(tx, scope, { caseId, runId: null, now }, pieces)
}
