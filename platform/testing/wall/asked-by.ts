// Who asks the database: the function of ours that is nearest on the stack.
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The way from a store to the compiler of its statements is Kysely's, for the most part. */
const DEPTH = 60
const NOBODY = { file: '', by: 'nobody that the stack tells' }

export function askedBy(): { file: string; by: string } {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const stack = new Error().stack!
  Error.stackTraceLimit = limit
  const frames = stack.split('\n').flatMap(frameOf)
  const file = frames[0]?.file
  if (!file) return NOBODY
  const others = frames.findIndex((frame) => frame.file !== file)
  // The door of the file: what stands nearer is a callback without a name, or asks for several.
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

/** `Module.listKeys [as list]` is `listKeys`. */
const nameIn = (called: string): string | undefined =>
  called.includes('<anonymous>')
    ? undefined
    : called
        .replace(/ \[as .*/, '')
        .split('.')
        .at(-1)

const PASSING_ON = /^platform\/(?:db|testing\/wall)\/(?!.*\.test\.ts$)/
