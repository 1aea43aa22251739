// Finds the function that runs a query: the nearest function of our code on the stack.
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Most frames between a store and the SQL compiler are Kysely's. */
const DEPTH = 60
const UNKNOWN = { file: '', by: 'an unknown caller' }

export function askedBy(): { file: string; by: string } {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const stack = new Error().stack!
  Error.stackTraceLimit = limit
  const frames = stack.split('\n').flatMap(frameOf)
  const file = frames[0]?.file
  if (!file) return UNKNOWN
  const others = frames.findIndex((frame) => frame.file !== file)
  // The exported function of the file; nearer frames are anonymous callbacks or shared helpers.
  const door = frames.slice(0, others < 0 ? undefined : others).findLast((frame) => frame.name)
  return { file, by: `${file} ${door?.name ?? ''}`.trim() }
}

const FRAME = /^ +at (?:async )?(?:(.*) \()?(?:file:\/\/)?(\/[^)]*?):\d+:\d+\)?$/

function frameOf(line: string): { file: string; name: string | undefined }[] {
  const [, name, path] = FRAME.exec(line) ?? []
  if (!path?.startsWith(ROOT)) return []
  const file = path.slice(ROOT.length)
  if (file.startsWith('node_modules/') || PASSING_ON.test(file)) return []
  return [{ file, name: name && nameIn(name) }]
}

/** `Module.listKeys [as list]` becomes `listKeys`. */
const nameIn = (called: string): string | undefined =>
  called.includes('<anonymous>')
    ? undefined
    : called
        .replace(/ \[as .*/, '')
        .split('.')
        .at(-1)

const PASSING_ON = /^platform\/(?:db|testing\/tenant-isolation)\/(?!.*\.test\.ts$)/
