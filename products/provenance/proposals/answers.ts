// Schemas of the model's answers. Any other answer is ignored.
import { t } from '@veritrace/contract/endpoint'
import { oneOf, strict } from '@veritrace/contract/wire'
import { checkValue, type Static, type TSchema } from '@veritrace/platform/json-schema'
import { LONGEST_QUOTE } from './find-quote.ts'
import { TOPICS } from './topics.ts'

export const MOST_PROPOSALS = 12

export type Proposed = Static<typeof Proposed>
const Proposed = strict({
  matter: t.Unsafe<keyof typeof TOPICS>({ type: 'string', enum: Object.keys(TOPICS) }),
  value: t.String({ minLength: 1, maxLength: 100 }),
  quote: t.String({ minLength: 1, maxLength: LONGEST_QUOTE }),
})
const Proposals = strict({ proposals: t.Array(Proposed, { maxItems: MOST_PROPOSALS }) })
const Entailment = strict({ entails: oneOf(['yes', 'no', 'unclear']) })

export const readProposals = (text: string): Proposed[] | undefined => read(Proposals, text)?.proposals
export const readEntailment = (text: string): 'yes' | 'no' | 'unclear' | undefined => read(Entailment, text)?.entails

function read<T extends TSchema>(schema: T, text: string): Static<T> | undefined {
  try {
    return checkValue(schema, JSON.parse(text)).value
  } catch {
    return undefined
  }
}
