// Converts what was reached into the input of ratings: the records in the lists of the target. Pure.
import type { Context } from '../rating/assemble.ts'
import { recordsOf } from '../rating/look-up.ts'
import type { Reached } from './reach.ts'

type Given = Omit<Context, 'records' | 'decisions'> & { reached: ReadonlyMap<string, Reached> }

export function contextOf({ reached, ...given }: Given): Context {
  const all = [...reached.values()]
  return {
    ...given,
    records: recordsOf(
      given.catalog,
      given.lists,
      all.flatMap(({ facts }) => facts),
    ),
    decisions: new Map([...reached].map(([form, { decisions }]) => [form, decisions])),
  }
}
