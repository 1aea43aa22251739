// Which program an image of a memory belongs to: another build of Oxigraph lays its memory out in another way.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Raised when images are made in another way. */
const FORMAT = 1

let known: string | undefined

/** Of the WASM and of the JavaScript around it. What V8 wrote (the spellings) is read by the same V8 only. */
export function imageKey(): string {
  known ??= makeKey()
  return known
}

function makeKey(): string {
  const around = createRequire(import.meta.url).resolve('oxigraph')
  const hash = createHash('sha256').update(`${FORMAT} ${process.versions.v8}\n`)
  for (const file of [around, join(dirname(around), 'node_bg.wasm')]) hash.update(readFileSync(file))
  return hash.digest('hex')
}
