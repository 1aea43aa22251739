// Whether the server responds. Every call updates this; while the server is down, it is polled.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

let isLost = false
const listeners = new Set<() => void>()

function set(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const notify of listeners) notify()
}

export const notReached = (): void => set(true)
export const reached = (): void => set(false)

const POLL_MS = 3_000

/** Repeats failed queries as soon as the server responds again. */
export function useLostServer(): boolean {
  const lost = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => isLost,
  )
  const queries = useQueryClient()
  useEffect(() => {
    if (!lost) return
    const look = async () => {
      const { ok } = await fetch('/healthz', { cache: 'no-store' })
      if (!ok) return
      reached()
      await queries.invalidateQueries()
    }
    const timer = setInterval(() => void look().catch(() => {}), POLL_MS)
    return () => clearInterval(timer)
  }, [lost, queries])
  return lost
}
