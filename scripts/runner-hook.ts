// The test runner tracks every promise to know in which test it was created. It needs that while files declare their
// tests. Afterward it would only show to which test an uncaught error belongs, at a cost of 8% of the CPU time. Import
// this before anything that declares a test.
import { type AsyncHook, createHook } from 'node:async_hooks'

const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
const { enable } = hooks
let ofRunner: AsyncHook | undefined

hooks.enable = function (this: AsyncHook) {
  ofRunner = this
  hooks.enable = enable
  return enable.call(this)
}

/** Call it when all tests are declared. Uncaught errors still fail the run, and their source is printed. */
export function stopFollowing(): void {
  ofRunner?.disable()
  process.on('unhandledRejection', (error) => console.error(error))
  process.on('uncaughtExceptionMonitor', (error) => console.error(error))
}
