// The runner of tests follows every promise, to know in which test it was made. That is needed while files declare what
// they test; afterwards it would only tell to which test an error belongs that nobody caught, for 8 % of the processor time.
// Imported before whatever declares a test.
import { type AsyncHook, createHook } from 'node:async_hooks'

const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
const { enable } = hooks
let ofRunner: AsyncHook | undefined

hooks.enable = function (this: AsyncHook) {
  ofRunner = this
  hooks.enable = enable
  return enable.call(this)
}

/** When all is declared. What nobody caught still fails the run, and is told from where it came. */
export function stopFollowing(): void {
  ofRunner?.disable()
  process.on('unhandledRejection', (error) => console.error(error))
  process.on('uncaughtExceptionMonitor', (error) => console.error(error))
}
