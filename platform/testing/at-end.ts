// What all test files share is closed after the last of them. `scripts/test-files.ts` imports this room before any test
// file: an `after` that a file brought would belong to that file alone.
import { after } from 'node:test'

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  try {
    for (const close of closers.toReversed()) await close()
  } catch (error) {
    // The runner shows what fails here, and would leave with 0.
    process.exitCode = 1
    throw error
  }
})

export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close)
}
