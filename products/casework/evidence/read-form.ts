// A form with one file: the file goes where it is kept as it comes, whatever fields stand before or behind it.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EvidenceFields, LARGEST_EVIDENCE } from '@veritrace/contract/casework/evidence'
import { AppError, fail, isAppError } from '@veritrace/platform/errors'
import busboy from 'busboy'
import { checked, requireTexts } from './check-fields.ts'

export interface FormFile {
  filename: string
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
}

/** `keep` reads the file to its end. */
export async function readForm<Kept>(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  keep: (file: FormFile) => Promise<Kept>,
  largest = LARGEST_EVIDENCE,
): Promise<{ fields: EvidenceFields; kept: Kept }> {
  // A field may be called `__proto__`: it is refused by name then, like others that nobody knows.
  const fields = new Map<string, string>()
  let keeping: Promise<Kept> | undefined
  const form = parserOf(contentType, largest)
  form.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) form.destroy(new FormError(`The field ${name} is too long.`))
    else fields.set(name, value)
  })
  form.on('file', (name, stream, { filename, mimeType }) => {
    if (name !== 'file' || keeping) {
      stream.resume()
      return form.destroy(new FormError('Send one file, in the field `file`.'))
    }
    stream.on('limit', () => stream.destroy(tooLarge(largest)))
    keeping = keep({ filename: filename ?? '', mediaType: mimeType, bytes: stream })
    // Met below; until then nobody waits for it.
    keeping.catch((error: Error) => form.destroy(error))
  })
  form.on('filesLimit', () => form.destroy(new FormError('Send one file only.')))
  try {
    await pipeline(Readable.from(body), form)
    if (!keeping) throw new FormError('There is no field `file` with a file.')
    return { fields: fieldsOf(Object.fromEntries(fields)), kept: await keeping }
  } catch (error) {
    // What was kept by then is of no use to anyone, and is cleared away by who kept it.
    const first = await keeping?.then(
      () => error,
      (failure: unknown) => failure,
    )
    throw asAnswer(isAppError(error) ? error : (first ?? error))
  }
}

class FormError extends Error {}
const tooLarge = (largest: number): AppError =>
  new AppError('body_too_large', `The file is larger than ${largest} bytes.`, {}, { connection: 'close' })

function parserOf(contentType: string, largest: number): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // As browsers and RFC 7578 §5.1 have it for names of files.
      defParamCharset: 'utf8',
      // To the parser a file is too large once it has as many bytes.
      limits: { files: 1, fileSize: largest + 1, fields: 20, fieldSize: 65_536, parts: 30, headerPairs: 50 },
    })
  } catch {
    return fail('malformed_body', 'The content type names no boundary.')
  }
}

/** What goes wrong in a form is the fault of who sent it; all else is ours. */
function asAnswer(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error
  // The parser of forms has errors without a code.
  const isOfForm = error instanceof FormError || /form|multipart|Malformed|part header/i.test(error.message)
  return isOfForm ? new AppError('malformed_body', error.message) : error
}

function fieldsOf(fields: Readonly<Record<string, unknown>>): EvidenceFields {
  const { mapping, ...others } = fields
  const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  const given = { ...filled, ...(mapping ? { mapping: jsonOf(String(mapping)) } : {}) }
  return requireTexts(checked<EvidenceFields>(EvidenceFields, given))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('malformed_body', 'The field mapping is not valid JSON.')
  }
}
