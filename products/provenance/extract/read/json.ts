// Turns JSON into text: the original body, one line per member, so that a status page can be quoted exactly.
import type { ReadDocument } from '../types.ts'
import { BlockWriter } from './block-writer.ts'
import { cleanCharacters } from './characters.ts'

export function readJson(source: string): ReadDocument {
  const writer = new BlockWriter()
  for (const line of cleanCharacters(source).split(/\r?\n/)) writer.add({ kind: 'paragraph', text: line.trim() })
  try {
    return writer.finish('', { data: JSON.parse(source) })
  } catch {
    return writer.finish('', { warnings: ['invalid_json'] })
  }
}
