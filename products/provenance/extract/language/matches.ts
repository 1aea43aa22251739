// Where a pattern fits a text, again and again.

/** As `text.matchAll`, which makes a pattern anew for every text; most texts are a sentence and have no match at all. */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return found
}
