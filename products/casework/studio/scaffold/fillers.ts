// Templates that need more than values: their code depends on how an object is called, or on what a statement says.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import type { Gap } from '../abap/gap.ts'
import { fillSelect } from './fill-select.ts'
import { fillWrapper } from './fill-wrapper.ts'
import type { Facts } from './gather.ts'
import type { Values } from './params.ts'

export interface Filled {
  values: Values
  /** Lines for placeholders such as `{{> body}}`. */
  blocks: Readonly<Record<string, string>>
  gaps: Gap[]
  decisions: { id: string; text: string; choice: string; choices: string[] }[]
  mapping?: NonNullable<Scaffold['mapping']>
  /** Sources of the signature or of the mapping. */
  basis: string[]
  /** The source before and after. */
  change?: { path: string; before: string; after: string }
  /** Names of types that the wrapped API requires. They are not rated against the promise. */
  implied: string[]
  missing: { path: string; message: string }[]
}

export const FILLERS = {
  'function-wrapper': fillWrapper,
  'replace-select': fillSelect,
} as const satisfies Record<string, (values: Values, facts: Facts) => Filled>

export const NOT_FILLED: Omit<Filled, 'values'> = {
  blocks: {},
  gaps: [],
  decisions: [],
  basis: [],
  implied: [],
  missing: [],
}
