// Maps the text of a page to positions in the document's text. Both have the same characters except whitespace.
export interface Piece {
  words: string
  /** Position in the text. Undefined for whitespace, and after the first difference between page and text. */
  at: number | undefined
}

const isBlank = (letter: string): boolean => letter.trim() === ''

/** Call the result for every text node in document order. Splits nodes at edges, and around whitespace there. */
export function openPlaces(text: string, edges: readonly number[]): (words: string) => Piece[] {
  const sorted = edges.toSorted((a, b) => a - b)
  let at = 0
  let passed = 0
  let isLost = false

  /** True if an edge is here or in the whitespace before. */
  const passEdges = (): boolean => {
    const before = passed
    while (passed < sorted.length && sorted[passed]! <= at) passed++
    return passed > before
  }
  return (words) => {
    const pieces: Piece[] = []
    let begin = 0
    let from: number | undefined
    for (let i = 0; i < words.length && !isLost; i++) {
      if (isBlank(words[i]!)) continue
      while (at < text.length && isBlank(text[at]!)) at++
      isLost = text[at] !== words[i]
      if (isLost) break
      const isCut = passEdges() && from !== undefined
      if (isCut) {
        const before = words.slice(begin, i)
        const piece = before.trimEnd()
        pieces.push({ words: piece, at: from }, { words: before.slice(piece.length), at: undefined })
        begin = i
      }
      if (isCut || from === undefined) from = at
      at++
    }
    return [...pieces, { words: words.slice(begin), at: from }].filter((piece) => piece.words !== '')
  }
}
