// Character references of a page without its tags, decoded by the parser the reader uses.
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
