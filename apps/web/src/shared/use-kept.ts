import { type SetStateAction, useEffect, useState } from 'react'
import { acting } from '../session/acting.ts'
import { forget, keep, readKept } from './kept.ts'

/** State that outlives the page, for this person in this tab; the last function is for when it was sent or given up. */
export function useKept<V>(name: string, first: V): [V, (next: SetStateAction<V>) => void, () => void] {
  const key = ['draft', acting?.tenant, acting?.label, name].join(' ')
  const [state, setState] = useState(() => ({ key, value: readKept(key, first) }))
  const now = state.key === key ? state : { key, value: readKept(key, first) }
  // Another thing is being written, in the same place of the page.
  if (now !== state) setState(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stood there first only tells whether there is anything
  useEffect(() => keep(now.key, now.value, first), [now.key, now.value])
  return [
    now.value,
    (next) =>
      setState((was) => ({ ...was, value: typeof next === 'function' ? (next as (was: V) => V)(was.value) : next })),
    () => {
      // At once: the page may be left before it is drawn again.
      forget(key)
      setState({ key, value: first })
    },
  ]
}
