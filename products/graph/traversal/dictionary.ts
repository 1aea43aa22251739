// Texts as small numbers. Divided into many maps: one that grows is copied whole, and a large one would stop the
// process for longer than a request takes.

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

/** The number of the text, a new one where it has none: 0, 1, 2 … */
export function numberOf({ texts, shards }: Dictionary, text: string): number {
  const shard = shardOf({ texts, shards }, text)
  const known = shard.get(text)
  if (known !== undefined) return known
  const own = ownText(text)
  shard.set(own, texts.length)
  return texts.push(own) - 1
}

/** A copy: a part of a longer text would keep all of that in memory. */
export const ownText = (text: string): string => Buffer.from(text).toString()

function shardOf({ shards }: Dictionary, text: string): Map<string, number> {
  // The ends of names differ most.
  let hash = text.length
  for (let at = Math.max(0, text.length - 4); at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0
  return shards[hash & (SHARDS - 1)]!
}
