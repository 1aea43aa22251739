// Reads a form with one file. The file is streamed to storage; the other fields may come before or after it.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EvidenceFields, LARGEST_EVIDENCE } from '@veritrace/contract/casework/evidence'
import { AppError, fail, isAppError } from '@veritrace/platform/errors'
import busboy from 'busboy'
import { checked, requireStorableTexts } from './check-fields.ts'

export interface FormFile {
  filename: string
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
}

/** `store` must read the file to its end. */
export async function readForm<Stored>(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  store: (file: FormFile) => Promise<Stored>,
  largest = LARGEST_EVIDENCE,
): Promise<{ fields: EvidenceFields; stored: Stored }> {
  // A map, because a field may be called `__proto__`: that one is refused by name like other unknown fields.
  const fields = new Map<string, string>()
  let storing: Promise<Stored> | undefined
  const form = parserOf(contentType, largest)
  form.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) form.destroy(new FormError(`The field ${name} is too long.`))
    else fields.set(name, value)
  })
  form.on('file', (name, stream, { filename, mimeType }) => {
    if (name !== 'file' || storing) {
      stream.resume()
      return form.destroy(new FormError('Send one file, in the field `file`.'))
    }
    stream.on('limit', () => stream.destroy(tooLarge(largest)))
    storing = store({ filename: filename ?? '', mediaType: mimeType, bytes: stream })
    // Awaited below. Until then, a failed store ends the form.
    storing.catch((error: Error) => form.destroy(error))
  })
  form.on('filesLimit', () => form.destroy(new FormError('Send one file only.')))
  try {
    await pipeline(Readable.from(body), form)
    if (!storing) throw new FormError('There is no field `file` with a file.')
    return { fields: fieldsOf(Object.fromEntries(fields)), stored: await storing }
  } catch (error) {
    // `store` removes what it has stored. Its own error explains more than the error of the form.
    const first = await storing?.then(
      () => error,
      (failure: unknown) => failure,
    )
    throw asAnswer(isAppError(error) ? error : (first ?? error))
  }
}

class FormError extends Error {}
const tooLarge = (largest: number): AppError =>
  new AppError('body_too_large', `The file is larger than the limit of ${largest} bytes.`, {}, { connection: 'close' })

function parserOf(contentType: string, largest: number): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // The encoding of file names that browsers use (RFC 7578 §5.1).
      defParamCharset: 'utf8',
      // The parser already reports a file that has exactly this size.
      limits: { files: 1, fileSize: largest + 1, fields: 20, fieldSize: 65_536, parts: 30, headerPairs: 50 },
    })
  } catch {
    return fail('malformed_body', 'The content type has no boundary.')
  }
}

/** The sender is at fault for errors of the form; all other errors are ours. */
function asAnswer(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error
  // The form parser throws errors without a code.
  const isOfForm = error instanceof FormError || /form|multipart|Malformed|part header/i.test(error.message)
  return isOfForm ? new AppError('malformed_body', error.message) : error
}

function fieldsOf(fields: Readonly<Record<string, unknown>>): EvidenceFields {
  const { mapping, ...others } = fields
  const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  const given = { ...filled, ...(mapping ? { mapping: jsonOf(String(mapping)) } : {}) }
  return requireStorableTexts(checked<EvidenceFields>(EvidenceFields, given))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('malformed_body', 'The field mapping is not valid JSON.')
  }
}
