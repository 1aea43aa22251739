// Where a workspace reads: first what it brought itself, then what all share.
import type { Casework } from '../deps.ts'
import { type Scope, spaceOf } from '../model/space.ts'

export const spacesOf = ({ corpusSpace }: Pick<Casework, 'corpusSpace'>, scope: Scope): string[] => [
  spaceOf(scope),
  corpusSpace,
]
