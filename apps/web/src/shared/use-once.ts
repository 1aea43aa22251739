import { useRef } from 'react'

/** Begins nothing while it is at work: two clicks come faster than a button is drawn as busy. */
export function useOnce(work: () => Promise<unknown>): () => void {
  const isBusy = useRef(false)
  return () => {
    if (isBusy.current) return
    isBusy.current = true
    // What was refused is told by whoever does the work.
    work()
      .catch(() => undefined)
      .finally(() => {
        isBusy.current = false
      })
  }
}
