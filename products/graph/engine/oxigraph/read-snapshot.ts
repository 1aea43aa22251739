// What a snapshot folder contains.
import { join } from 'node:path'
import { imageKey } from './image-key.ts'
import { readNote } from './notes.ts'
import { PLAIN_FILE, REST_FILE } from './write-snapshot.ts'

export interface Snapshot {
  seq: number
  statements: number
  /** Load them in this order. */
  files: { file: string; plain: boolean; checksum: number }[]
  /** The folder of an image that this program can read. */
  image: string | undefined
}

export function readSnapshot(folder: string, seq: number): Snapshot | undefined {
  const lines = readNote(folder, 'lines')
  if (!lines) return undefined
  const image = readNote(folder, 'image')
  return {
    seq,
    statements: lines.statements,
    files: [
      { file: join(folder, PLAIN_FILE), plain: true, checksum: lines.plainChecksum },
      { file: join(folder, REST_FILE), plain: false, checksum: lines.restChecksum },
    ],
    image: image && image.key === imageKey() ? folder : undefined,
  }
}
