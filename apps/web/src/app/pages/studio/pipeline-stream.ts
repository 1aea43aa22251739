// POST /studio/pipeline as it happens.
import type { GenerationStep } from '@veritrace/contract/casework/generations'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import { follow, type StreamEvent } from '../../sse.ts'

export interface Live {
  /** Of which generation, once that is known. */
  id: string | undefined
  isRunning: boolean
  steps: readonly GenerationStep[]
  /** Warnings and files, as they came. */
  told: readonly string[]
  error?: string
}
export const QUIET: Live = { id: undefined, isRunning: false, steps: [], told: [] }

export const idIn = ({ data }: StreamEvent): string | undefined => (data as { generation_id?: string }).generation_id

export function followPipeline(request: PipelineRequest, signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
  let body: Partial<PipelineRequest> = request
  return follow('/studio/pipeline', {
    method: 'POST',
    signal,
    // After a cut it is asked for by its id: the same words again would be answers to nothing.
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
  if (event === 'warning') return { ...was, told: [...was.told, (data as { text: string }).text] }
  return event === 'file' ? { ...was, told: [...was.told, `Wrote ${(data as { path: string }).path}`] } : was
}
