// Streams a zip: no file is ever completely in memory, and identical files give identical bytes.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipFile {
  name: string
  /** Text is compressed; streams are stored as they are, because most uploads are already compressed. */
  content: string | AsyncIterable<Uint8Array>
}

/** A fixed modification time, so that the bytes depend only on the content. */
const THEN = new Date('2000-01-01T00:00:00Z')
const NOTHING = new Uint8Array()

export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { name, content } of files) {
    const file = typeof content === 'string' ? new ZipDeflate(name) : new ZipPassThrough(name)
    file.mtime = THEN
    zip.add(file)
    if (typeof content === 'string') file.push(Buffer.from(content))
    else
      for await (const chunk of content) {
        file.push(chunk)
        yield* written.splice(0)
      }
    file.push(NOTHING, true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
