// Maps strings to small numbers. Sharded, because a growing map is copied as a whole, and copying a large one would
// block the process for longer than a request takes.

const SHARDS = 64

export interface Dictionary {
  texts: string[]
  shards: Map<string, number>[]
}

export const newDictionary = (): Dictionary => ({
  texts: [],
  shards: Array.from({ length: SHARDS }, () => new Map()),
})

export const findNumber = (dictionary: Dictionary, text: string): number | undefined =>
  shardOf(dictionary, text).get(text)

/** The number of the text. New texts are numbered 0, 1, 2 … */
export function numberOf({ texts, shards }: Dictionary, text: string): number {
  const shard = shardOf({ texts, shards }, text)
  const known = shard.get(text)
  if (known !== undefined) return known
  const own = ownText(text)
  shard.set(own, texts.length)
  return texts.push(own) - 1
}

/** Copies a substring, which would otherwise keep its whole parent string in memory. */
export const ownText = (text: string): string => Buffer.from(text).toString()

function shardOf({ shards }: Dictionary, text: string): Map<string, number> {
  // Names differ most at their end.
  let hash = text.length
  for (let at = Math.max(0, text.length - 4); at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0
  return shards[hash & (SHARDS - 1)]!
}
