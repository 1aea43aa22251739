// What all test files share is closed after the last of them. `scripts/test-files.ts` imports this room before any test
// file: an `after` that a file brought would belong to that file alone.
import { after } from 'node:test'

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers.toReversed()) await close()
})

export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close)
}
