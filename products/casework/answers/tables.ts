// Row types of answers.
import type { ANSWER_STATUSES, AskRequest } from '@veritrace/contract/casework/answers'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'
import type { AnswerEvent } from './events.ts'

type Json<T> = ColumnType<T, string, string>

interface AnswersTable {
  id: string
  tenant_id: string
  workspace_id: string
  conversation_id: string
  request: Json<AskRequest>
  pack_id: string
  question_key: string
  subject: string | null
  intent_id: string | null
  status: 'running' | 'failed' | (typeof ANSWER_STATUSES)[number]
  events: ColumnType<AnswerEvent[] | null, string | null, string | null>
  request_key: string | null
  asked_by: Json<Actor>
  created_at: Date
  finished_at: Date | null
}

interface FeedbackTable {
  id: string
  tenant_id: string
  workspace_id: string
  answer_id: string
  rating: number
  tags: Json<string[]>
  comment: string
  intent_id: string | null
  pack_id: string
  question_key: string
  author: Json<Actor>
  at: Date
}

export type AnswerRow = Selectable<AnswersTable>

export interface AnswerTables {
  'casework.answers': AnswersTable
  'casework.answer_feedback': FeedbackTable
}
