// A session that ends while someone works: the page stays as it is, a dialog asks to sign in again in another window.
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

function set(ended: boolean): void {
  if (hasEnded === ended) return
  hasEnded = ended
  for (const tell of listeners) tell()
}

/** Told by the API client when a call was refused for want of a session. */
export const sessionEnded = (): void => set(true)
export const sessionIsBack = (): void => set(false)

/** At once where there is one. */
export const untilSession = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (hasEnded && !signal.aborted) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    signal.addEventListener('abort', look)
    look()
  })

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => hasEnded,
  )

/** A form of the page: the server answers it with where to go next. */
export function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/session/logout'
  document.body.append(form)
  form.submit()
}
