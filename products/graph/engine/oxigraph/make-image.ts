// A thread that reads the lines of a snapshot into a memory of their own, writes that down as an image, and ends.
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { bySubject } from './by-subject.ts'
import { type Cell, newCellAlone } from './cell.ts'
import { addPart, readLines } from './load-snapshot.ts'
import { type ImageData, pack, unpack } from './messages.ts'
import { readNote } from './notes.ts'
import { probesFor } from './probes.ts'
import { writeImage } from './write-image.ts'
import { PLAIN_FILE, REST_FILE } from './write-snapshot.ts'

// Nobody waits for it. On Linux this is about the calling thread, elsewhere it would be about the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { folder }: ImageData = workerData
makeImage(folder)

function makeImage(folder: string): void {
  const note = readNote(folder, 'lines')
  if (!note) throw new Error('There is no snapshot to make an image of.')
  const cell = newCellAlone()
  const plain = loadFile(cell, join(folder, PLAIN_FILE), true)
  const rest = loadFile(cell, join(folder, REST_FILE), false)
  if (plain.checksum !== note.plainChecksum || rest.checksum !== note.restChecksum)
    throw new Error('A file of the snapshot is damaged.')
  writeImage(folder, cell, note.statements, probesFor(cell, [...plain.samples, ...rest.samples]))
}

/** With the first line of each part, to ask for it when the image is read. */
function loadFile(cell: Cell, file: string, plain: boolean): { checksum: number; samples: string[] } {
  const samples: string[] = []
  let checksum = 0
  let from = 0
  for (let bytes = readLines(file, from); bytes.length > 0; bytes = readLines(file, from)) {
    addPart(cell, Buffer.from(`${pack(bySubject(unpack(bytes.toString().trimEnd())))}\n`), plain)
    samples.push(bytes.toString('utf8', 0, bytes.indexOf('\n')))
    checksum = crc32(bytes, checksum)
    from += bytes.length
  }
  return { checksum, samples }
}
