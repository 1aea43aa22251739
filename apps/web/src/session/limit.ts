// Rate limits: reads wait as long as the server says, and the page shows it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { plural } from '../ui/format.ts'

/** Waits longer than this are reported as an error instead. */
const MAX_SECONDS = 60

let until = 0
const listeners = new Set<() => void>()

/** Undefined if the server does not say. RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfter({ headers }: { headers: Pick<Headers, 'get'> }): number | undefined {
  const said = headers.get('retry-after')
  if (!said) return undefined
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** True after the wait; false if the time is unknown or too long. */
export async function waitBeforeNext(response: Response, signal?: AbortSignal | null): Promise<boolean> {
  const seconds = retryAfter(response)
  if (seconds === undefined || seconds > MAX_SECONDS) return false
  until = Math.max(until, Date.now() + seconds * 1000)
  for (const notify of listeners) notify()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  return true
}

/** `Try again in 12 seconds.` */
export function explainWait(seconds: number): string {
  if (!(seconds > 0)) return 'Try again in a minute.'
  const [many, unit] =
    seconds <= 60 ? [seconds, 'second'] : seconds <= 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return `Try again in ${plural(Math.ceil(many), unit)}.`
}

/** The remaining seconds of the wait; 0 if there is none. */
export function useWait(): number {
  const end = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => until,
  )
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return Math.max(0, Math.ceil((end - now) / 1000))
}
