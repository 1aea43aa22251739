// Whether the server answers: every call tells, and while it does not, somebody looks again now and then.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

let isLost = false
const listeners = new Set<() => void>()

function set(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const tell of listeners) tell()
}

export const notReached = (): void => set(true)
export const reached = (): void => set(false)

const LOOK_AGAIN_MS = 3_000

/** What was asked in vain is asked again as soon as there is somebody to answer. */
export function useLostServer(): boolean {
  const lost = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
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
    const timer = setInterval(() => void look().catch(() => {}), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [lost, queries])
  return lost
}
