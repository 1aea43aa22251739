// The time limit of one outgoing request.
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { OutsideError } from './outside-error.ts'

/** One time limit for several steps; the caller's signal ends them as well. */
export function startDeadline(ms: number, outer?: AbortSignal) {
  // undici also accepts an emitter; an AbortSignal costs more than the rest of a small request.
  const signal = Object.assign(new EventEmitter(), { reason: undefined as OutsideError | undefined })
  const abort = (reason: OutsideError): void => {
    if (signal.reason) return
    signal.reason = reason
    signal.emit('abort')
  }
  const timer = setTimeout(() => abort(new OutsideError('timeout', `No complete answer within ${ms} ms.`)), ms)
  const stop = () => abort(new OutsideError('timeout', 'The request was canceled.'))
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
  /** undici checks the signal only after connecting, so a slow resolver would outlast it. */
  const race = <T extends { body: Readable }>(work: () => Promise<T>): Promise<T> =>
    new Promise((done, broken) => {
      const give = () => broken(signal.reason)
      if (signal.reason) return give()
      signal.once('abort', give)
      work().then((answer) => {
        signal.off('abort', give)
        if (signal.reason) drop(answer.body)
        else done(answer)
      }, broken)
    })
  /** The limit applies until the body is closed, and closes it when it expires. */
  const endWith = (body: Readable): void => {
    body.once('close', end)
    // A reader still gets the failure; without one it must not crash the process.
    body.on('error', () => {})
    if (signal.reason) body.destroy(signal.reason)
  }
  return { signal, end, race, endWith }
}

/** Closes the connection instead of reading an unwanted body. */
export function drop(body: Readable): void {
  body.on('error', () => {})
  body.destroy()
}
