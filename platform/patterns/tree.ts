// The syntax tree of a pattern in either dialect, and the error for a pattern that is not accepted.
import type { Characters } from './characters.ts'

export type Place = 'start' | 'end' | 'line start' | 'line end' | 'word edge' | 'inside or outside a word'

export type Node =
  | { is: 'set'; set: Characters }
  | { is: 'place'; place: Place }
  | { is: 'sequence'; parts: readonly Node[] }
  | { is: 'choice'; choices: readonly Node[] }
  | { is: 'named'; name: string; of: Node }
  | { is: 'repeat'; of: Node; least: number; most: number; isLazy: boolean }

/** `invalid` is not a regular expression; `refused` is one that could block a thread. */
export class PatternError extends Error {
  readonly kind: 'invalid' | 'refused'
  constructor(kind: 'invalid' | 'refused', message: string) {
    super(message)
    this.name = 'PatternError'
    this.kind = kind
  }
}

export const invalid = (message: string): never => {
  throw new PatternError('invalid', message)
}
export const refuse = (message: string): never => {
  throw new PatternError('refused', message)
}
