const TYPE = /^[A-Z][A-Z0-9_]{2,9}$/

/** Extracts unique names from pasted text: lines, commas, or two columns with the type first. */
export function namesIn(text: string): string[] {
  const names = text
    .split(/[\n,]/)
    .map((line) => line.trim().replaceAll('"', ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [first, second, ...more] = line.split(/[\t; ]+/)
      return second && more.length === 0 && TYPE.test(first!) ? `${first}:${second}` : line
    })
  return [...new Set(names)]
}

const NAME = /^(?:[A-Z][A-Z0-9_]{2,9}[:\t; ]+)?\/?[A-Z0-9_][A-Z0-9_/]*$/

/** Returns the names one per line if the text contains only names: lines, commas, or at least three separated by spaces. */
export function listIn(text: string): string | undefined {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const words = text.trim().split(/\s+/)
  const parts = lines.length > 1 ? lines : words.length > 2 ? words : []
  return parts.length > 0 && parts.every((part) => NAME.test(part)) ? parts.join('\n') : undefined
}
