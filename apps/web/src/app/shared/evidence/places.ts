// Where words of a page stand in the text of its document: both have the same characters but for white space.
export interface Piece {
  words: string
  /** In the text; undefined for white space, and where page and text have parted. */
  at: number | undefined
}

const isBlank = (letter: string): boolean => letter.trim() === ''

/** Asked for one node of text after the other, in the order of the page; cuts wherever an edge lies, and around blanks there. */
export function openPlaces(text: string, edges: readonly number[]): (words: string) => Piece[] {
  const sorted = edges.toSorted((a, b) => a - b)
  let at = 0
  let passed = 0
  let isLost = false

  /** Whether an edge lies here, or in the white space before. */
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
