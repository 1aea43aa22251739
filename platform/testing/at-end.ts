// Closes what all test files share after the last of them. `scripts/test-files.ts` imports this file before any test
// file, because an `after` registered in a test file belongs to that file alone.
import { after } from 'node:test'

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  try {
    for (const close of closers.toReversed()) await close()
  } catch (error) {
    // The runner reports a failure here but would still exit with 0.
    process.exitCode = 1
    throw error
  }
})

export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close)
}
