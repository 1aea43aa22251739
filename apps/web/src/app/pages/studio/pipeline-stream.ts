// Streams the progress of POST /studio/pipeline.
import type { GenerationStep } from '@veritrace/contract/casework/generations'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import { follow, type StreamEvent } from '../../sse.ts'

export interface Live {
  /** Id of the generation, when known. */
  id: string | undefined
  isRunning: boolean
  steps: readonly GenerationStep[]
  /** Messages about warnings and files, in order. */
  messages: readonly string[]
  error?: string
}
export const IDLE: Live = { id: undefined, isRunning: false, steps: [], messages: [] }

export const idIn = ({ data }: StreamEvent): string | undefined => (data as { generation_id?: string }).generation_id

export function followPipeline(request: PipelineRequest, signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  let body: Partial<PipelineRequest> = request
  return follow('/studio/pipeline', {
    method: 'POST',
    signal,
    // After a lost connection, the id resumes the generation. Sending the same request would start another one.
    get body() {
      return body
    },
    onEvent: (event) => {
      const id = idIn(event)
      if (id) body = { generation_id: id }
      onEvent(event)
    },
    isLast: ({ event }) => event === 'done',
  })
}

export function afterEvent(was: Live, { event, data }: StreamEvent): Live {
  if (event === 'step') {
    const step = data as GenerationStep
    const others = was.steps.filter(({ id }) => id !== step.id)
    return { ...was, steps: [...others, step] }
  }
  if (event === 'warning') return { ...was, messages: [...was.messages, (data as { text: string }).text] }
  return event === 'file' ? { ...was, messages: [...was.messages, `Wrote ${(data as { path: string }).path}`] } : was
}
