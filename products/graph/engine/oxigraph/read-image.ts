// Restores an image into a memory, in parts, so that other work can run in between.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { WasmMemory, WasmTable } from '@veritrace/platform/wasm'
import { imageKey } from './image-key.ts'
import { PAGE } from './memory-cap.ts'
import { type ImageNote, MEMORY_FILE, readNote, SPELLINGS_FILE } from './notes.ts'
import { answerTo } from './probes.ts'
import { type Shard, shardAt } from './shard.ts'
import { fitsMemory, type Instance, openInstance } from './wasm.ts'
import { type Piece, piecesOf } from './write-image.ts'

/** An image that is being read. */
export interface Incoming {
  folder: string
  note: ImageNote
  instance: Instance
  left: Piece[]
  checksum: number
}

const STEP_BYTES = 64 * 1024 * 1024

export function beginImage(folder: string): Incoming {
  const note = readNote(folder, 'image')
  if (note?.key !== imageKey()) throw new Error('The image belongs to another program version.')
  if (!fitsMemory(note.bytes)) throw new Error('The image is larger than the memory limit.')
  const instance = openInstance()
  const memory = memoryOf(instance)
  // A new memory has initial content, possibly on pages that are empty in the image.
  new Uint8Array(memory.buffer).fill(0)
  memory.grow((note.bytes - memory.buffer.byteLength) / PAGE)
  return { folder, note, instance, left: piecesOf(note.runs), checksum: 0 }
}

export function readPart(incoming: Incoming): void {
  const { folder, instance, left } = incoming
  const bytes = new Uint8Array(memoryOf(instance).buffer)
  const handle = openSync(join(folder, MEMORY_FILE), 'r')
  try {
    for (let read = 0; read < STEP_BYTES && left.length > 0; ) {
      const { at, from, length } = left.shift()!
      for (let done = 0; done < length; ) {
        const more = readSync(handle, bytes, at + done, length - done, from + done)
        if (more === 0) throw new Error('The image is truncated.')
        done += more
      }
      incoming.checksum = crc32(bytes.subarray(at, at + length), incoming.checksum)
      read += length
    }
  } finally {
    closeSync(handle)
  }
}

/** The restored store, after all parts were read. Throws if it differs from the one that the image was made from. */
export function finishImage({ folder, note, instance, checksum }: Incoming): Shard {
  const spellings = readFileSync(join(folder, SPELLINGS_FILE))
  if (checksum !== note.checksum || crc32(spellings) !== note.spellingsChecksum)
    throw new Error('The image is damaged.')
  lend(tableOf(instance), note.references)
  const shard = shardAt(instance, note.store, deserialize(spellings))
  for (const { text, answer } of note.probes)
    if (answerTo(shard, text) !== answer) throw new Error('The restored store answers differently from the original.')
  return shard
}

function lend(table: WasmTable, { length, texts }: ImageNote['references']): void {
  table.grow(Math.max(0, length - table.length))
  for (const [at, text] of texts) table.set(at, text)
}

const memoryOf = ({ memory }: Instance): WasmMemory => memory ?? unknownLayout()
const tableOf = ({ references }: Instance): WasmTable => references ?? unknownLayout()
const unknownLayout = (): never => {
  throw new Error('The WASM module has an unknown layout.')
}
