// Writes the lines of a workspace to the two files of a snapshot.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { type LinesNote, writeNote } from './notes.ts'
import { isPlain } from './plain-lines.ts'

/** Lines that the store takes unchanged; most of them. */
export const PLAIN_FILE = 'plain.nq'
/** The other lines, loaded after the plain ones. */
export const REST_FILE = 'rest.nq'

/** Pause after each chunk, because no one waits for a snapshot. */
const PAUSE_MS = 10

/** Writes the note when both files are on disk. Yields to more urgent work between chunks. */
export async function writeSnapshot(
  folder: string,
  chunks: AsyncIterable<string>,
  whenIdle: () => Promise<void>,
  signal: AbortSignal,
): Promise<LinesNote> {
  const plain = await openFile(join(folder, PLAIN_FILE))
  const rest = await openFile(join(folder, REST_FILE))
  let statements = 0
  let cut = ''
  try {
    for await (const chunk of chunks) {
      await whenIdle()
      if (signal.aborted) throw new Error('The snapshot is not needed anymore.')
      const lines = (cut + chunk).split('\n')
      cut = lines.pop()!
      statements += lines.length
      await plain.write(lines.filter(isPlain))
      await rest.write(lines.filter((line) => !isPlain(line)))
      await pause(PAUSE_MS)
    }
    const note = { statements, plainChecksum: await plain.finish(), restChecksum: await rest.finish() }
    writeNote(folder, 'lines', note)
    return note
  } finally {
    await plain.close()
    await rest.close()
  }
}

async function openFile(path: string) {
  const file = await open(path, 'w', 0o600)
  let checksum = 0
  return {
    async write(lines: readonly string[]) {
      if (lines.length === 0) return
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      checksum = crc32(bytes, checksum)
      await file.writeFile(bytes)
    },
    async finish(): Promise<number> {
      await file.sync()
      return checksum
    },
    close: () => file.close(),
  }
}
