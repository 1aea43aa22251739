// ABAP as statements of tokens, with nothing but its lexical rules: works on what no parser understands.

export interface Token {
  /** As written. */
  text: string
  upper: string
  /** From 1. */
  line: number
  column: number
}

export interface Statement {
  tokens: Token[]
  /** What a parser took it for, such as `ModifyDatabase`; '' where none has looked, `Unknown` where it found nothing. */
  kind: string
}

export interface Split {
  statements: Statement[]
  /** Comments of whole lines: modifications are marked in them. */
  comments: { line: number; text: string }[]
}

const WORD = /[A-Za-z0-9_%&$<>?#!]/
const NAMESPACE = /^\/[A-Za-z0-9_]{1,10}\/(?=[A-Za-z0-9_])/

/** One entry per statement; a chain with a colon is as many statements as it has parts. */
export function splitStatements(text: string): Split {
  const split: Split = { statements: [], comments: [] }
  let tokens: Token[] = []
  // Where the colon of a chain stands, and where the part after it began.
  let colon = -1
  let template: 'no' | 'text' | 'code' = 'no'
  const part = (): void => {
    if (tokens.length > Math.max(colon, 0)) split.statements.push({ tokens: [...tokens], kind: '' })
    if (colon >= 0) tokens.length = colon
  }
  text.split(/\r?\n/).forEach((row, index) => {
    const line = index + 1
    let at = 0
    if (row[0] === '*' && template === 'no') {
      split.comments.push({ line, text: row })
      return
    }
    while (at < row.length) {
      const start = at
      const letter = row[at]!
      if (template === 'text') {
        at = templateText(row, at)
        template = row[at - 1] === '{' ? 'code' : row[at - 1] === '|' ? 'no' : 'text'
        continue
      }
      if (letter === ' ' || letter === '\t') at++
      else if (letter === '"') break
      else if (letter === "'" || letter === '`') at = literalEnd(row, at, letter)
      else if (letter === '|') {
        template = 'text'
        at++
      } else if (letter === '}' && template === 'code') {
        template = 'text'
        at++
      } else if (letter === '/' && NAMESPACE.test(row.slice(at, at + 14))) {
        at += NAMESPACE.exec(row.slice(at, at + 14))![0].length
        while (at < row.length && WORD.test(row[at]!)) at++
      } else if (WORD.test(letter)) while (at < row.length && WORD.test(row[at]!)) at++
      else at += row.startsWith('=>', at) || row.startsWith('->', at) ? 2 : 1
      const word = row.slice(start, at)
      if (letter === ' ' || letter === '\t' || word === '|' || (letter === '}' && template === 'text')) continue
      if (word === '.') {
        part()
        tokens = []
        colon = -1
      } else if (word === ':' && colon < 0) colon = tokens.length
      else if (word === ',' && colon >= 0 && isOutside(tokens)) part()
      else tokens.push({ text: word, upper: word.toUpperCase(), line, column: start + 1 })
    }
    // A literal template ends with its line unless code stands open in it.
    if (template === 'text') template = 'no'
  })
  part()
  return split
}

/** A comma between brackets separates arguments, not statements. */
const isOutside = (tokens: readonly Token[]): boolean => {
  let depth = 0
  for (const { text } of tokens) depth += text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0
  return depth <= 0
}

function literalEnd(row: string, at: number, quote: string): number {
  let end = at + 1
  while (end < row.length) {
    if (row[end] !== quote) end++
    else if (row[end + 1] === quote) end += 2
    else return end + 1
  }
  return row.length
}

/** Up to and with what ends the text: a brace that opens, or the bar. */
function templateText(row: string, at: number): number {
  let end = at
  while (end < row.length) {
    if (row[end] === '\\') end += 2
    else if (row[end] === '{' || row[end] === '|') return end + 1
    else end++
  }
  return row.length
}
