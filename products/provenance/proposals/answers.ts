// The only forms that an answer of the model may have. Anything else is no answer.
import { strict } from '@veritrace/contract/wire'
import { checkValue } from '@veritrace/platform/json-schema'
import { type Static, type TSchema, Type } from 'typebox'
import { LONGEST_QUOTE } from './find-quote.ts'
import { MATTERS } from './matters.ts'

export const MOST_PROPOSALS = 12

export type Proposed = Static<typeof Proposed>
const Proposed = strict({
  matter: Type.Unsafe<keyof typeof MATTERS>({ type: 'string', enum: Object.keys(MATTERS) }),
  value: Type.String({ minLength: 1, maxLength: 100 }),
  quote: Type.String({ minLength: 1, maxLength: LONGEST_QUOTE }),
})
const Proposals = strict({ proposals: Type.Array(Proposed, { maxItems: MOST_PROPOSALS }) })
const Entailment = strict({
  entails: Type.Unsafe<'yes' | 'no' | 'unclear'>({ type: 'string', enum: ['yes', 'no', 'unclear'] }),
})

export const readProposals = (text: string): Proposed[] | undefined => read(Proposals, text)?.proposals
export const readEntailment = (text: string): 'yes' | 'no' | 'unclear' | undefined => read(Entailment, text)?.entails

function read<T extends TSchema>(schema: T, text: string): Static<T> | undefined {
  try {
    return checkValue(schema, JSON.parse(text)).value
  } catch {
    return undefined
  }
}
