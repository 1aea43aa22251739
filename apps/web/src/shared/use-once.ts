import { useRef } from 'react'

/** Ignores calls while the work runs: a double click is faster than the button's busy state. */
export function useOnce(work: () => Promise<unknown>): () => void {
  const isBusy = useRef(false)
  return () => {
    if (isBusy.current) return
    isBusy.current = true
    // Errors are reported by the work itself.
    work()
      .catch(() => undefined)
      .finally(() => {
        isBusy.current = false
      })
  }
}
