import { type SetStateAction, useEffect, useState } from 'react'
import { acting } from '../session/acting.ts'
import { readStored, removeStored, writeStored } from './session-storage.ts'

/** State that survives a reload, per user and tab. Call the last function after the draft was sent or discarded. */
export function useSessionStorage<V>(name: string, first: V): [V, (next: SetStateAction<V>) => void, () => void] {
  const key = ['draft', acting?.tenant, acting?.label, name].join(' ')
  const [state, setState] = useState(() => ({ key, value: readStored(key, first) }))
  const now = state.key === key ? state : { key, value: readStored(key, first) }
  // Another draft is now edited in the same component.
  if (now !== state) setState(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial value only decides whether there is a draft
  useEffect(() => writeStored(now.key, now.value, first), [now.key, now.value])
  return [
    now.value,
    (next) =>
      setState((was) => ({ ...was, value: typeof next === 'function' ? (next as (was: V) => V)(was.value) : next })),
    () => {
      // Immediately, because the user may leave the page before it renders again.
      removeStored(key)
      setState({ key, value: first })
    },
  ]
}
