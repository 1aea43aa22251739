// Decodes a document whose pieces may end within a character.
import { DocumentError } from './document-error.ts'

/** Pass `undefined` at the end. `line` is reported if the bytes are not valid UTF-8. */
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
