// sh:pattern is a regular expression of XPath; JavaScript has nearly the same.

/** The expression, or in words why there is none. */
export function readPattern(pattern: string, flags: string): RegExp | string {
  if (!/^[smixq]*$/.test(flags)) return `The flags “${flags}” are not among s, m, i, x and q.`
  const ours = [...new Set(flags)].filter((flag) => 'smi'.includes(flag)).join('')
  if (flags.includes('q')) return new RegExp(RegExp.escape(pattern), `${ours}u`)
  const text = unescapeHyphens(flags.includes('x') ? withoutSpaces(pattern) : pattern)
  // Classes that JavaScript does not have, and would read as letters.
  if (/\\[icIC]/.test(text.replace(/\\\\/g, '')) || /\\[pP]\{Is/.test(text) || /-\[/.test(text))
    return 'It uses a character class that is not supported.'
  try {
    return new RegExp(text, `${ours}u`)
  } catch (error) {
    return loosely(text, ours) ?? (error as Error).message
  }
}

/** Many patterns escape more than they must, which is an error only where JavaScript is strict. */
function loosely(text: string, flags: string): RegExp | undefined {
  if (/\\[pPuU]|[\ud800-\udfff]/.test(text)) return undefined
  try {
    return new RegExp(text, flags)
  } catch {
    return undefined
  }
}

/** Spaces inside a character class stay. */
const withoutSpaces = (pattern: string): string =>
  pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\s+/g, (part) => (/^\s/.test(part) ? '' : part))

const unescapeHyphens = (pattern: string): string =>
  pattern.replace(/\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]/g, (part) => (part === '\\-' ? '-' : part))
