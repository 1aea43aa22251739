import { useState } from 'react'

/** A setting stored in this browser. */
export function useStored<V extends string>(key: string, fallback: V): [V, (value: V) => void] {
  const [value, setValue] = useState(() => (localStorage.getItem(key) as V | null) ?? fallback)
  return [
    value,
    (next) => {
      localStorage.setItem(key, next)
      setValue(next)
    },
  ]
}
