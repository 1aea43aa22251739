// Writes a PDF with extractable text: paragraphs and rows in Helvetica (ISO 32000-1).

type Line = string | readonly string[]

const LEFT = 56
const TOP = 780
const BOTTOM = 60
const WIDTH = 480
const SIZE = 10.5
const LEADING = 14
const LONGEST = 92

export function pdfOf(title: string, lines: readonly Line[]): Uint8Array {
  const streams = pagesOf(title, lines)
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ]
  return Buffer.from(fileOf(objects), 'latin1')
}

/** Content streams, one for each page. */
function pagesOf(title: string, lines: readonly Line[]): string[] {
  const pages: string[][] = [[]]
  let y = TOP
  const write = (text: string, x: number, size = SIZE): void => {
    pages.at(-1)?.push(`BT /F1 ${size} Tf ${x} ${y} Td (${literal(text)}) Tj ET`)
  }
  const down = (by: number): void => {
    y -= by
    if (y >= BOTTOM) return
    pages.push([])
    y = TOP
  }
  write(title, LEFT, 18)
  down(LEADING * 2.5)
  for (const line of lines) {
    if (typeof line === 'string') {
      for (const part of wrapped(line)) {
        write(part, LEFT)
        down(LEADING)
      }
      down(LEADING)
    } else {
      line.forEach((cell, index) => {
        write(cell, LEFT + Math.round((WIDTH / line.length) * index))
      })
      down(LEADING + 3)
    }
  }
  return pages.map((parts) => parts.join('\n'))
}

function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= LONGEST) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

const literal = (text: string): string => text.replace(/[\\()]/g, String.raw`\$&`)

/** The header, the objects, and the cross-reference table. */
function fileOf(objects: readonly string[]): string {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const xref = text.length
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
}
