// The row of an answer: a new one, that of a repeated request, or one to resume.
import { type AskRequest, RESUMED_FOR_MINUTES } from '@veritrace/contract/casework/answers'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { actorOf } from '../model/actors.ts'
import { digestOf } from '../model/digest.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { type Begun, begin } from './begin.ts'
import type { Answering } from './facts/asking.ts'
import { questionKey } from './rules.ts'
import { findAnswer, findAnswerByKey, insertAnswer } from './store.ts'
import type { AnswerRow } from './tables.ts'

export interface Asked {
  body: AskRequest
  /** Idempotency-Key. */
  key: string | undefined
  lastEventId: string | undefined
}

interface Meant {
  row: AnswerRow
  /** Set for a new answer. */
  begun?: Begun
}

/** Finds the row that the request refers to, or inserts a new one. */
export async function rowFor(deps: Answering, caller: Caller, asked: Asked): Promise<Meant> {
  const { body } = asked
  const scope = scopeOf(caller)
  // Keys of different callers must not collide.
  const key = asked.key === undefined ? undefined : `${caller.actor.id} ${asked.key}`
  const { answer_id, ...request } = body
  if (answer_id) return { row: sameAnswer(await resumed(deps, scope, answer_id), request) }
  const known = key === undefined ? undefined : await findAnswerByKey(deps.db, scope, key)
  if (known) return { row: sameRequest(known, request) }
  const begun = await begin(deps, scope, request)
  const now = deps.clock.now()
  const row: AnswerRow = {
    id: newId('ans'),
    tenant_id: scope.tenant,
    workspace_id: scope.workspace,
    conversation_id: request.conversation_id ?? newId('cnv'),
    request,
    pack_id: begun.active.pack.ref.id,
    question_key: questionKey(request.question),
    subject: null,
    intent_id: null,
    status: 'running',
    events: null,
    request_key: key ?? null,
    asked_by: actorOf(caller),
    created_at: now,
    finished_at: null,
  }
  const isNew = await insertAnswer(deps.db, {
    ...row,
    events: null,
    request: JSON.stringify(request),
    asked_by: JSON.stringify(row.asked_by),
  })
  if (!isNew) return { row: sameRequest((await findAnswerByKey(deps.db, scope, key!))!, request) }
  return { row, begun }
}

function sameRequest(known: AnswerRow, request: AskRequest): AnswerRow {
  return digestOf(known.request) === digestOf(request) ? known : fail('idempotency_mismatch')
}

/** A resumed request may name the conversation that the answer has started. */
function sameAnswer(known: AnswerRow, request: AskRequest): AnswerRow {
  const { conversation_id } = known
  const isSame = digestOf({ ...known.request, conversation_id }) === digestOf({ conversation_id, ...request })
  if (isSame) return known
  const advice = 'send that request with `answer_id`, or omit `answer_id` to ask a new question'
  return fail('unacceptable', `This answer belongs to a different request: ${advice}.`)
}

async function resumed({ db, clock }: Answering, scope: Scope, id: string): Promise<AnswerRow> {
  const row = (await findAnswer(db, scope, id)) ?? notFound('answer', id)
  const since = row.finished_at ?? row.created_at
  if (clock.now().getTime() - since.getTime() > RESUMED_FOR_MINUTES * 60_000)
    fail('gone', `An answer can be resumed for ${RESUMED_FOR_MINUTES} minutes.`)
  return row
}
