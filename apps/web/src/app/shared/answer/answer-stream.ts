// One question, answered piece by piece: POST /answer/stream.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { follow, type StreamEvent } from '../../sse.ts'

export interface AnswerScope {
  project_id?: string
  case_id?: string
  artifact_ids?: string[]
}
export interface AnswerRequest {
  question: string
  target?: string
  scope?: AnswerScope
}
export interface AnswerStep {
  step: string
  status: string
  label: string
  ms?: number
  count?: number
}
export interface AnswerSuggestion {
  label: string
  intent_id: string
  params: Readonly<Record<string, unknown>>
}
export type AnswerStatus = 'complete' | 'insufficient_evidence' | 'refused' | 'truncated'

export interface AnswerState {
  phase: 'asking' | 'done' | 'failed' | 'cancelled'
  text: string
  intent: string | undefined
  steps: readonly AnswerStep[]
  citations: readonly Citation[]
  warnings: readonly { code: string; message: string }[]
  suggestions: readonly AnswerSuggestion[]
  status: AnswerStatus | undefined
  elapsed: number | undefined
  error: string | undefined
}

export const NOTHING_YET: AnswerState = {
  phase: 'asking',
  text: '',
  intent: undefined,
  steps: [],
  citations: [],
  warnings: [],
  suggestions: [],
  status: undefined,
  elapsed: undefined,
  error: undefined,
}

/** A cut connection goes on after the last event; tokens that come twice are known by their number. */
export const streamAnswer = (body: AnswerRequest, signal: AbortSignal, onEvent: (event: StreamEvent) => void) =>
  follow('/answer/stream', {
    method: 'POST',
    body,
    signal,
    onEvent,
    isLast: ({ event }) => event === 'done' || event === 'error',
  })

/** The answer so far, after one more event. */
export function afterEvent(was: AnswerState, { event, data }: StreamEvent): AnswerState {
  const given = data as Record<string, unknown>
  switch (event) {
    case 'intent':
      return { ...was, intent: String(given.intent_id) }
    case 'step': {
      const step = data as AnswerStep
      return { ...was, steps: [...was.steps.filter((one) => one.label !== step.label), step] }
    }
    case 'citation':
      return { ...was, citations: [...was.citations, given.citation as Citation] }
    case 'token':
      return { ...was, text: was.text + String(given.text) }
    case 'warning':
      return { ...was, warnings: [...was.warnings, data as { code: string; message: string }] }
    case 'suggestion':
      return { ...was, suggestions: [...was.suggestions, data as AnswerSuggestion] }
    case 'done':
      return { ...was, phase: 'done', status: given.status as AnswerStatus, elapsed: Number(given.elapsed_ms) }
    case 'error':
      return { ...was, phase: 'failed', error: String(given.detail ?? given.title ?? 'The answer broke off.') }
    default:
      return was
  }
}
