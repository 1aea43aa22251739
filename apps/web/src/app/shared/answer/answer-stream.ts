// Streams the answer to a question: POST /answer/stream.
import type { AskRequest, Done, IntentRead, Meta, Step, Suggestion, Warned } from '@veritrace/contract/casework/answers'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { follow, type StreamEvent } from '../../sse.ts'

export type Question = Pick<AskRequest, 'question' | 'pack' | 'target' | 'scope'>

export interface AnswerState {
  phase: 'asking' | 'done' | 'failed' | 'cancelled'
  meta: Meta | undefined
  intent: IntentRead | undefined
  text: string
  steps: readonly Step[]
  citations: readonly Citation[]
  warnings: readonly Warned[]
  suggestions: readonly Suggestion[]
  done: Done | undefined
  error: string | undefined
}

export const NOTHING_YET: AnswerState = {
  phase: 'asking',
  meta: undefined,
  intent: undefined,
  text: '',
  steps: [],
  citations: [],
  warnings: [],
  suggestions: [],
  done: undefined,
  error: undefined,
}

export function streamAnswer(question: Question, signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  const body: Partial<AskRequest> = { ...question }
  return follow('/answer/stream', {
    method: 'POST',
    body,
    signal,
    onEvent: (event) => {
      // After a lost connection the same body is sent again. With the id, the answer continues instead of starting over.
      if (event.event === 'meta') body.answer_id = (event.data as Meta).answer_id
      onEvent(event)
    },
    isLast: ({ event }) => event === 'done' || event === 'error',
  })
}

/** The answer so far, after one more event. */
export function afterEvent(was: AnswerState, { event, data }: StreamEvent): AnswerState {
  switch (event) {
    case 'meta':
      return { ...was, meta: data as Meta }
    case 'intent':
      return { ...was, intent: data as IntentRead }
    case 'step':
      return { ...was, steps: [...was.steps, data as Step] }
    case 'citation':
      return { ...was, citations: [...was.citations, (data as { citation: Citation }).citation] }
    case 'token':
      return { ...was, text: was.text + (data as { text: string }).text }
    case 'warning':
      return { ...was, warnings: [...was.warnings, data as Warned] }
    case 'suggestion':
      return { ...was, suggestions: [...was.suggestions, data as Suggestion] }
    case 'done':
      return { ...was, phase: 'done', done: data as Done }
    case 'error':
      return { ...was, phase: 'failed', error: (data as { detail?: string }).detail ?? 'The answer was interrupted.' }
    default:
      return was
  }
}
