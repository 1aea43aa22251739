// Stores feedback on an answer. A corrected intent applies to the same question from then on.
import type { AnswerFeedback } from '@veritrace/contract/casework/answers'
import type { Feedback } from '@veritrace/contract/casework/case-records'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { findAnswer, insertAnswerFeedback } from './store.ts'

export async function giveFeedback(
  { db, packs, clock, events }: Pick<Casework, 'db' | 'packs' | 'clock' | 'events'>,
  caller: Caller,
  answerId: string,
  { rating, tags = [], comment = '', intent_id }: AnswerFeedback,
): Promise<Feedback> {
  const scope = scopeOf(caller)
  const answer = (await findAnswer(db, scope, answerId)) ?? notFound('answer', answerId)
  const { pack } = await packs.of(scope, answer.pack_id)
  const intent = intent_id === undefined ? undefined : pack.intents.find(({ id }) => id === intent_id)
  if (intent_id !== undefined && !intent) fail('unknown_intent', `${pack.title} has no intent “${intent_id}”.`)
  const author = actorOf(caller)
  const [id, at] = [newId('fbk'), clock.now()]
  return transact(db, async (tx) => {
    await insertAnswerFeedback(tx, {
      ...{ id, tenant_id: scope.tenant, workspace_id: scope.workspace, answer_id: answerId, rating, comment, at },
      ...{ tags: JSON.stringify(tags), author: JSON.stringify(author), intent_id: intent_id ?? null },
      ...{ pack_id: answer.pack_id, question_key: answer.question_key },
    })
    await events.record(tx, caller, {
      action: 'answer.rate',
      resource: { type: 'answer', id: answerId, label: cutText(answer.request.question, 120) },
      data: { rating, tags, ...(intent_id && { intent_id }) },
    })
    return {
      id,
      subject: { kind: 'answer', id: answerId },
      ...{ rating, tags: [...tags], comment, author, at: at.toISOString() },
      effect: intent
        ? {
            applied: true,
            kind: 'intent_fix',
            description: `From now on, the same question is understood as “${intent.title}”.`,
          }
        : { applied: false, description: 'Saved with the answer.' },
    }
  })
}
