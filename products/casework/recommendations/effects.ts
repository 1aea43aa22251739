// What follows from a decision: rows that ratings, plans and controls read. Pure.
import type { Feedback } from '@veritrace/contract/casework/case-records'
import type { RecommendationDecision } from '@veritrace/contract/casework/recommendations'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { NewDecision } from '../cases/decision-store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Named } from '../model/artifacts.ts'
import type { RecommendationRow } from './tables.ts'

interface Made {
  by: Actor
  now: Date
  newId(): string
}

/** What was accepted, rejected or exempted is the reference of a pattern, or each of the objects themselves. */
export function decisionsFrom(
  theCase: Pick<CaseRow, 'id' | 'tenant_id' | 'workspace_id' | 'pack_id' | 'project_id'>,
  row: Pick<RecommendationRow, 'id' | 'key' | 'action_id' | 'body' | 'status'>,
  wanted: RecommendationDecision,
  { by, now, newId }: Made,
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
  const words = reason ?? note ?? ''
  const accepted = { ...about, action_id: action, ...(chosen_alternative_id && { chosen_alternative_id }) }
  const fit = feedback?.successor_fit
  const successor = row.body.pattern?.successors.find(({ id, iri, type, name }) =>
    [id, iri, `${type}:${name}`].includes(fit?.successor_id ?? ''),
  )
  return [
    ...subjectsOf(row).flatMap((subject) => [
      ...(status === 'accepted' && row.status !== 'accepted'
        ? [of(subject, 'accept', accepted, words || row.body.title)]
        : []),
      ...(status === 'rejected' ? [of(subject, 'reject', about, words)] : []),
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

/** What a decision about it is on. */
export function subjectsOf({ body }: Pick<RecommendationRow, 'body'>): Named[] {
  if (body.pattern) return [body.pattern.reference]
  return (body.objects ?? []).map((form) => {
    const at = form.indexOf(':')
    return { type: form.slice(0, at), name: form.slice(at + 1) }
  })
}

type Said = NonNullable<RecommendationDecision['feedback']>

export function feedbackFrom(
  { body }: Pick<RecommendationRow, 'body'>,
  { rating, tags, comment, successor_fit }: Said,
) {
  const effect: Feedback['effect'] = successor_fit
    ? {
        applied: true,
        kind: 'successor_fit',
        description: `How well ${successor_fit.successor_id} takes the place of ${body.pattern?.reference.label ?? 'it'} is known in the workspace: ${successor_fit.verdict}.`,
      }
    : { applied: false, description: 'Kept with the case; it changes no rating by itself.' }
  return { rating: rating ?? null, tags: tags ?? [], comment: comment ?? successor_fit?.note ?? '', effect }
}
