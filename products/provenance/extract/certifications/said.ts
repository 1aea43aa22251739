// One statement of a document about one standard, before the best of them is picked.
import type { Range } from '../clauses/sentences.ts'
import type { Mention } from '../standards/mentions.ts'
import type { AssertionState, Block } from '../types.ts'

export interface Decision {
  state: AssertionState
  rule: string
}

export interface Said {
  mention: Mention
  decision: Decision
  block: Block
  start: number
  end: number
  binding: 'clause' | 'block' | 'heading'
}

export const said = (
  mention: Mention,
  decision: Decision,
  block: Block,
  { start, end }: Range,
  binding: Said['binding'] = 'clause',
): Said => ({ mention, decision, block, start, end, binding })

export const decided = (state: AssertionState, rule: string): Decision => ({ state, rule })
