// Draws random uses of SAP names, with their line of source, for manual review.
import type { RepositoryReading, SourceFile } from '../source/read-repository.ts'

export interface Sample {
  filename: string
  line: number
  access: string
  type: string
  name: string
  source: string
}

/** The same seed draws the same samples. */
export function drawSamples(
  sources: readonly SourceFile[],
  { files }: RepositoryReading,
  count: number,
  seed: number,
): Sample[] {
  const texts = new Map(sources.map(({ filename, text }) => [filename, text]))
  // Many uses of one object in one file count as one.
  const drawn = new Map<string, Sample>()
  for (const { filename, resolved } of files.values())
    for (const { line, access, type, name, isSap } of resolved) {
      const key = `${filename} ${access} ${type}:${name}`
      if (isSap && !drawn.has(key)) drawn.set(key, { filename, line, access, type, name, source: '' })
    }
  const random = randomOf(seed)
  return [...drawn.values()]
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => ({ ...one, source: (texts.get(one.filename)?.split('\n')[one.line - 1] ?? '').trim() }))
}

/** The mulberry32 generator. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
