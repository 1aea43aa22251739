// Calls that were made against a running demo, with the responses. `npm run gen -- examples` records them again.
import { existsSync, readFileSync } from 'node:fs'

export type Examples = Readonly<Record<string, { request: string; response?: string }>>

const FILE = new URL('./examples.json', import.meta.url)

let known: Examples | undefined
export const recordedExamples = (): Examples => {
  known ??= existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Examples) : {}
  return known
}
