// Joins paragraphs of text laid out for print: one without a final stop continues in the next if that starts in lower case.
import type { Block } from '../types.ts'

const OPEN = /[^.!?:;。！？\s]\s*$/u
const GOES_ON = /^\p{Ll}/u

export function joinPrintedLines(text: string, blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some((block, at) => at > 0 && continues(blocks[at - 1] as Block, block))) return blocks
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (last && continues(last, block))
      joined[joined.length - 1] = { ...last, end: block.end, text: text.slice(last.start, block.end) }
    else joined.push(block)
  }
  return joined
}

const continues = (last: Block, next: Block): boolean =>
  last.kind === 'paragraph' &&
  next.kind === 'paragraph' &&
  next.start - last.end <= 2 &&
  OPEN.test(last.text) &&
  GOES_ON.test(next.text)
