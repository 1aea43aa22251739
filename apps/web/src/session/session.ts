// Tracks sessions that end while the user works: the page stays, and a dialog asks to sign in again in another window.
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

function set(ended: boolean): void {
  if (hasEnded === ended) return
  hasEnded = ended
  for (const notify of listeners) notify()
}

/** Called by the API client when a call fails without a session. */
export const sessionEnded = (): void => set(true)
export const sessionIsBack = (): void => set(false)

/** Resolves immediately if there is a session. */
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
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => hasEnded,
  )

/** Submits a form, so that the browser follows the server's redirect. */
export function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/session/logout'
  document.body.append(form)
  form.submit()
}
