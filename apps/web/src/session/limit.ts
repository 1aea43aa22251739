// A server that has been asked too often says when to ask again; reads wait for that, and the page says so.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { plural } from '../ui/format.ts'

/** Longer than this nobody looks at an empty page: it says how long it would take. */
const MOST_SECONDS = 60

let until = 0
const listeners = new Set<() => void>()

/** Undefined where the server does not say. RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfter({ headers }: { headers: Pick<Headers, 'get'> }): number | undefined {
  const said = headers.get('retry-after')
  if (!said) return undefined
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** True once the time is over; false where it is not known, or too long to wait for. */
export async function waitBeforeNext(response: Response, signal?: AbortSignal | null): Promise<boolean> {
  const seconds = retryAfter(response)
  if (seconds === undefined || seconds > MOST_SECONDS) return false
  until = Math.max(until, Date.now() + seconds * 1000)
  for (const tell of listeners) tell()
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

/** How many seconds the page still waits; 0 where it does not. */
export function useWait(): number {
  const end = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
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
