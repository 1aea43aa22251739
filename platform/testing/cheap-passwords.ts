// A password is hashed slowly so that nobody can guess many. Tests guess none: theirs are hashed fast.
import type { TestContext } from 'node:test'
import { hashAtCost } from '../identity/users/passwords.ts'

const CHEAP = { N: 2 ** 8, r: 8, p: 1 }
hashAtCost(CHEAP)

/** Slow enough to be told from a query by the time it takes. */
export function hashSlowly(t: TestContext): void {
  hashAtCost({ N: 2 ** 13, r: 8, p: 1 })
  t.after(() => hashAtCost(CHEAP))
}

/** In a test of the hashing itself. */
export function hashAsAlways(t: TestContext): void {
  hashAtCost()
  t.after(() => hashAtCost(CHEAP))
}
