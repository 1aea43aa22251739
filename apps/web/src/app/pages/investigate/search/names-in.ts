const TYPE = /^[A-Z][A-Z0-9_]{2,9}$/

/** Names in a text that someone pasted: lines, commas, or two columns with the type first. Each once, in their order. */
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
