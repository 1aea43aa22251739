// A zip as it is written: no file in it is ever whole in memory, and equal files give equal bytes.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipFile {
  name: string
  /** Texts are packed; what comes as a stream is stored as it is, since most uploads are packed already. */
  content: string | AsyncIterable<Uint8Array>
}

/** A zip remembers when its files were written; ours says the same of all. */
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
