// The effects of a decision: rows that ratings, plans and controls read. Pure.
import type { Feedback } from '@veritrace/contract/casework/case-records'
import type { RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { NewDecision } from '../cases/decision-store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Named } from '../model/artifacts.ts'
import type { RecommendationRow } from './tables.ts'

interface DecisionMeta {
  by: Actor
  now: Date
  newId(): string
}

/** A decision applies to the reference of a pattern, or otherwise to each of the objects. */
export function decisionsFrom(
  theCase: Pick<CaseRow, 'id' | 'tenant_id' | 'workspace_id' | 'pack_id' | 'project_id'>,
  row: Pick<RecommendationRow, 'id' | 'key' | 'action_id' | 'body' | 'status'>,
  wanted: RecommendationDecision,
  { by, now, newId }: DecisionMeta,
): NewDecision[] {
  const { status, reason, note, exemption, chosen_alternative_id, feedback } = wanted
  const of = (
    { type, name }: Named,
    kind: NewDecision['kind'],
    value: object,
    rationale: string,
    expires?: string,
  ) => ({
    ...{ id: newId(), tenant_id: theCase.tenant_id, workspace_id: theCase.workspace_id, pack_id: theCase.pack_id },
    ...{ kind, type, key: name, project_id: theCase.project_id, case_id: theCase.id },
    value: JSON.stringify(value),
    rationale,
    reviewed: false,
    ...{ by_id: by.id, by_name: by.name, at: now },
    expires_at: expires === undefined ? null : new Date(expires),
    revoked_at: null,
  })
  const about = { recommendation_id: row.id, key: row.key }
  const action = row.body.alternatives.find(({ id }) => id === chosen_alternative_id)?.action_id ?? row.action_id
  const rationale = reason ?? note ?? ''
  const accepted = { ...about, action_id: action, ...(chosen_alternative_id && { chosen_alternative_id }) }
  const fit = feedback?.successor_fit
  const successor = row.body.pattern?.successors.find(({ id, iri, type, name }) =>
    [id, iri, `${type}:${name}`].includes(fit?.successor_id ?? ''),
  )
  return [
    ...subjectsOf(row).flatMap((subject) => [
      ...(status === 'accepted' && row.status !== 'accepted'
        ? [of(subject, 'accept', accepted, rationale || row.body.title)]
        : []),
      ...(status === 'rejected' ? [of(subject, 'reject', about, rationale)] : []),
      ...(exemption
        ? [of(subject, 'exemption', { ...about, owner: exemption.owner }, exemption.reason, exemption.expires_at)]
        : []),
    ]),
    ...(fit && successor && row.body.pattern
      ? [
          of(
            row.body.pattern.reference,
            'successor_fit',
            {
              ...about,
              successor: `${successor.type}:${successor.name}`,
              verdict: fit.verdict,
              operations: fit.operations ?? [],
            },
            fit.note ?? feedback?.comment ?? '',
          ),
        ]
      : []),
  ]
}

/** The artifacts that a decision on this recommendation applies to. */
export function subjectsOf({ body }: Pick<RecommendationRow, 'body'>): Named[] {
  if (body.pattern) return [body.pattern.reference]
  return (body.objects ?? []).map((form) => {
    const at = form.indexOf(':')
    return { type: form.slice(0, at), name: form.slice(at + 1) }
  })
}

type FeedbackInput = NonNullable<RecommendationDecision['feedback']>

export function feedbackFrom(
  { body }: Pick<RecommendationRow, 'body'>,
  { rating, tags, comment, successor_fit }: FeedbackInput,
) {
  const effect: Feedback['effect'] = successor_fit
    ? {
        applied: true,
        kind: 'successor_fit',
        description: `Saved for the workspace: ${successor_fit.successor_id} as a replacement for ${body.pattern?.reference.label ?? 'the object'}, rated ${successor_fit.verdict}.`,
      }
    : { applied: false, description: 'Saved with the case. It does not change any rating.' }
  return { rating: rating ?? null, tags: tags ?? [], comment: comment ?? successor_fit?.note ?? '', effect }
}
