// npm run dev: rebuilds when a source changes; the next page load uses the new build. Polls hashes, because file watchers
// of some systems lose files that an editor replaces instead of overwriting.
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
