// Identifies the program that a memory image belongs to: another build of Oxigraph has another memory layout.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Raise this when the image format changes. */
const FORMAT = 1

let known: string | undefined

/** Hashes the WASM module and its JavaScript wrapper. Spellings are serialized by V8, so its version counts too. */
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
