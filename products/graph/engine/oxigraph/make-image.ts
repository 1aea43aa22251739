// A thread that loads the lines of a snapshot into a separate WASM memory, saves that memory as an image, and exits.
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { bySubject } from './by-subject.ts'
import { addPart, readLines } from './load-snapshot.ts'
import { type ImageData, pack, unpack } from './messages.ts'
import { readNote } from './notes.ts'
import { probesFor } from './probes.ts'
import { newIsolatedShard, type Shard } from './shard.ts'
import { writeImage } from './write-image.ts'
import { PLAIN_FILE, REST_FILE } from './write-snapshot.ts'

// No one waits for the image. Linux applies the priority to the calling thread; elsewhere it would affect the whole
// process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { folder }: ImageData = workerData
makeImage(folder)

function makeImage(folder: string): void {
  const note = readNote(folder, 'lines')
  if (!note) throw new Error('The snapshot for the image is missing.')
  const shard = newIsolatedShard()
  const plain = loadFile(shard, join(folder, PLAIN_FILE), true)
  const rest = loadFile(shard, join(folder, REST_FILE), false)
  if (plain.checksum !== note.plainChecksum || rest.checksum !== note.restChecksum)
    throw new Error('A snapshot file is damaged.')
  writeImage(folder, shard, note.statements, probesFor(shard, [...plain.samples, ...rest.samples]))
}

/** Also returns the first line of each part; probes query for them when the image is read. */
function loadFile(shard: Shard, file: string, plain: boolean): { checksum: number; samples: string[] } {
  const samples: string[] = []
  let checksum = 0
  let from = 0
  for (let bytes = readLines(file, from); bytes.length > 0; bytes = readLines(file, from)) {
    addPart(shard, Buffer.from(`${pack(bySubject(unpack(bytes.toString().trimEnd())))}\n`), plain)
    samples.push(bytes.toString('utf8', 0, bytes.indexOf('\n')))
    checksum = crc32(bytes, checksum)
    from += bytes.length
  }
  return { checksum, samples }
}
