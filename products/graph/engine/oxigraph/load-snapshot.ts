// Loads lines from a snapshot file into a store, in parts, so that other work can run in between.
import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type LoadedPart, type Message, unpack } from './messages.ts'
import { addLines, addPlain, type Shard } from './shard.ts'

/** Measured: larger steps need more memory and are not faster. */
const STEP_BYTES = 8 * 1024 * 1024
const LINE_END = 10

type Part = Pick<Extract<Message, { do: 'restore' }>, 'file' | 'from' | 'plain' | 'checksum'>

export function loadSnapshot(shard: Shard, { file, from, plain, checksum }: Part): LoadedPart {
  const bytes = readLines(file, from)
  if (bytes.length === 0) return { statements: 0, checksum, next: undefined }
  addPart(shard, bytes, plain)
  return { statements: countLines(bytes), checksum: crc32(bytes, checksum), next: from + bytes.length }
}

export function addPart(shard: Shard, bytes: Buffer, plain: boolean): void {
  if (plain) addPlain(shard, bytes)
  else addLines(shard, unpack(bytes.toString().trimEnd()), { bulk: true, checked: true })
}

/** Whole lines, starting at an offset. */
export function readLines(file: string, from: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    for (let size = STEP_BYTES; ; size *= 2) {
      const buffer = Buffer.allocUnsafe(size)
      const read = readSync(handle, buffer, 0, size, from)
      const end = buffer.subarray(0, read).lastIndexOf(LINE_END) + 1
      // A single line may be longer than a step.
      if (end > 0 || read < size) return buffer.subarray(0, end)
    }
  } finally {
    closeSync(handle)
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines++
  return lines
}
