// npm run dev: builds again when a source changes; the next load of a page has it. Asks the files themselves: the
// watchers of some systems lose those that an editor replaces instead of writing them.
import { ensureWebBuilt, sourceHash } from './ensure-built.ts'

const PAUSE_MS = 700
let seen = sourceHash()
let isBusy = false

const timer = setInterval(async () => {
  const now = sourceHash()
  if (isBusy || now === seen) return
  isBusy = true
  seen = now
  const problem = await ensureWebBuilt()
  if (problem) process.stderr.write(`${problem}\n`)
  isBusy = false
}, PAUSE_MS)
timer.unref()
