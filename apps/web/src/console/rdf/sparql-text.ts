// What can be said about a SPARQL text without parsing it. The server decides.

type Form = 'select' | 'ask' | 'construct' | 'describe' | 'update'

const NOISE = /<[^<>"{}|^`\\\s]*>|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g
const READS = /^(select|ask|construct|describe)\b/i
const WRITES = /^(insert|delete|load|clear|drop|create|add|move|copy|with)\b/i

/** The kind of the first operation; undefined if there is none. */
export function formOf(text: string): Form | undefined {
  // Removes prologue declarations. IRIs were already reduced to empty brackets.
  const bare = text
    .replace(NOISE, (part) => (part.startsWith('<') ? '<>' : ' '))
    .replace(/\b(?:PREFIX\s+[\w.-]*:\s*<>|BASE\s*<>)/gi, ' ')
    .trim()
  const read = READS.exec(bare)?.[1]
  if (read) return read.toLowerCase() as Form
  return WRITES.test(bare) ? 'update' : undefined
}

export const variablesOf = (text: string): string[] => [
  ...new Set([...text.replace(NOISE, ' ').matchAll(/[?$]([A-Za-z_]\w*)/g)].map(([, name]) => name!)),
]

/** Indents each line by the number of open braces and brackets. */
export function indent(text: string): string {
  let depth = 0
  let inside = ''
  const lines = text.split('\n').map((line) => {
    // Lines within a long string stay unchanged.
    if (inside) {
      if (line.includes(inside)) inside = ''
      return line
    }
    const bare = line.replace(NOISE, (part) => (part.startsWith('#') || part.startsWith('<') ? '' : '""'))
    const long = /"""|'''/.exec(bare)?.[0]
    if (long) inside = long
    const opened = (bare.match(/[{([]/g) ?? []).length
    const closed = (bare.match(/[})\]]/g) ?? []).length
    const leading = /^[\s})\]]*/.exec(bare)![0].replace(/\s/g, '').length
    const trimmed = line.trim()
    const shown = trimmed && '  '.repeat(Math.max(0, depth - leading)) + hang(line, trimmed, depth - leading)
    depth = Math.max(0, depth + opened - closed)
    return shown
  })
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** Keeps the alignment of a line that continues the subject above. */
function hang(line: string, trimmed: string, depth: number): string {
  const spaces = /^\s*/.exec(line)![0].replace(/\t/g, '  ').length
  const own = Math.max(0, spaces - Math.max(0, depth) * 2)
  const continues = !/^[?$}\])#]|^[A-Z]+\b|^(?:<|_:)/.test(trimmed)
  return (continues ? ' '.repeat(own) : '') + trimmed
}

/** The offset of a line and column as the server counts them: from 1, with columns in characters. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const within = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length
  return Math.min(text.length, before + within)
}

/** Appends a LIMIT. */
export const withLimit = (text: string, most: number): string => `${text.trimEnd()}\nLIMIT ${most}\n`
