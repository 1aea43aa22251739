// How many rows a serialised SELECT result has, without parsing it.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPEN = 0x7b
const CLOSE = 0x7d

export function countRows(body: Uint8Array, format: string): number {
  if (format === 'application/sparql-results+json') return countJson(body)
  if (format === 'application/sparql-results+xml') return countText(body, '<result>')
  // Both begin with the names of the variables.
  return (format === 'text/csv' ? countCsv(body) : countText(body, '\n')) - 1
}

/** Rows are the objects three levels deep: {results: {bindings: [{…}]}}. */
function countJson(body: Uint8Array): number {
  let rows = 0
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at)
    else if (byte === OPEN && ++depth === 3) rows++
    else if (byte === CLOSE) depth--
  }
  return rows
}

function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

/** A line end inside quotes belongs to a value. */
function countCsv(body: Uint8Array): number {
  let lines = 0
  let quoted = false
  for (const byte of body) {
    if (byte === QUOTE) quoted = !quoted
    else if (byte === NEWLINE && !quoted) lines++
  }
  return lines
}

/** For formats that escape the text inside values. */
function countText(body: Uint8Array, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let found = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) found++
  return found
}
