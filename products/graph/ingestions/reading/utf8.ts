// Text of a document that comes in pieces, which may end within a character.
import { DocumentError } from './document-error.ts'

/** `undefined` for the end; `line` is told where the bytes are no text. */
export function openDecoder(): (bytes: Uint8Array | undefined, line: number) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes, line) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new DocumentError(line, 'The document is not valid UTF-8.')
    }
  }
}
