// The spaces that a workspace reads: its own first, then the shared one.
import type { Casework } from '../deps.ts'
import { type Scope, spaceOf } from '../model/space.ts'

export const spacesOf = ({ corpusSpace }: Pick<Casework, 'corpusSpace'>, scope: Scope): string[] => [
  spaceOf(scope),
  corpusSpace,
]
