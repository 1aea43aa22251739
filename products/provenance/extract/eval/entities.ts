// Decodes character references with the same parser as the HTML reader.
import { Parser } from 'htmlparser2'

export function decodeHTML(text: string): string {
  let decoded = ''
  const parser = new Parser(
    {
      ontext: (data) => {
        decoded += data
      },
    },
    { decodeEntities: true },
  )
  parser.end(text.replace(/</g, '&lt;'))
  return decoded
}
