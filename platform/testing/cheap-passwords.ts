// Hashes passwords of tests cheaply: they protect nothing.
import type { TestContext } from 'node:test'
import { hashAtCost } from '../identity/users/passwords.ts'

const CHEAP = { N: 2 ** 8, r: 8, p: 1 }
hashAtCost(CHEAP)

/** Slow enough to be measurable compared with a query. */
export function hashSlowly(t: TestContext): void {
  hashAtCost({ N: 2 ** 13, r: 8, p: 1 })
  t.after(() => hashAtCost(CHEAP))
}

/** For tests of the hashing itself. */
export function hashAsAlways(t: TestContext): void {
  hashAtCost()
  t.after(() => hashAtCost(CHEAP))
}
