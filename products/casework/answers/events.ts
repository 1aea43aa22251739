// The events of an answer, and the complete answer they form. Pure.
import type {
  AnswerDocument,
  AnswerFact,
  Done,
  IntentRead,
  Meta,
  Step,
  Suggestion,
  Warned,
} from '@veritrace/contract/casework/answers'
import type { Citation } from '@veritrace/contract/casework/shapes'

interface Data {
  meta: Meta
  intent: IntentRead
  step: Step
  fact: AnswerFact
  citation: { n: number; citation: Citation }
  token: { i: number; text: string }
  warning: Warned
  suggestion: Suggestion
  done: Done
  error: Record<string, unknown>
}
/** An event before it gets its number. */
export type UnnumberedEvent = { [K in keyof Data]: { event: K; data: Data[K] } }[keyof Data]
export type AnswerEvent = UnnumberedEvent & { id: string }

/** Undefined if the answer is incomplete. */
export function gather(events: readonly AnswerEvent[], question: string, createdAt: Date): AnswerDocument | undefined {
  const all = <K extends keyof Data>(name: K): Data[K][] =>
    events.filter(({ event }) => event === name).map(({ data }) => data as Data[K])
  const [meta] = all('meta')
  const [done] = all('done')
  if (!meta || !done) return undefined
  return {
    ...meta,
    question,
    intent: all('intent')[0] ?? null,
    steps: all('step'),
    facts: all('fact'),
    citations: all('citation'),
    text: all('token')
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
    warnings: all('warning'),
    suggestions: all('suggestion'),
    done,
    created_at: createdAt.toISOString(),
  }
}
