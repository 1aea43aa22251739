// The time limit of one exchange with the outside.
import type { Readable } from 'node:stream'
import { OutsideError } from './outside-error.ts'

/** One time limit over many steps; the caller's signal ends them as well. */
export function startDeadline(ms: number, outer?: AbortSignal) {
  const controller = new AbortController()
  const abort = (reason: unknown) => controller.abort(reason)
  const timer = setTimeout(() => abort(new OutsideError('timeout', `No complete answer within ${ms} ms.`)), ms)
  const stop = () => abort(new OutsideError('timeout', 'The request was given up.'))
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
  /** undici looks at the signal only once it is connected, so a slow resolver would outlast it. */
  const race = <T extends { body: Readable }>(work: Promise<T>): Promise<T> =>
    new Promise((done, broken) => {
      const give = () => broken(controller.signal.reason)
      if (controller.signal.aborted) give()
      controller.signal.addEventListener('abort', give, { once: true })
      work.then((answer) => (controller.signal.aborted ? drop(answer.body) : done(answer)), broken)
    })
  /** The time runs on until the body is closed, and closes it when it is over. */
  const endWith = (body: Readable): void => {
    body.once('close', end)
    // A reader gets the failure all the same; without one it must not end the process.
    body.on('error', () => {})
    if (controller.signal.aborted) body.destroy(controller.signal.reason)
  }
  return { signal: controller.signal, end, race, endWith }
}

/** Closes the connection rather than read what nobody asked for. */
export function drop(body: Readable): void {
  body.on('error', () => {})
  body.destroy()
}
