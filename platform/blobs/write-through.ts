// A small new file that is durable once it is written. Most objects are small, and each call to the file system is a trip to
// another thread, which costs more than the call: so they are few.
import { closeSync, constants, fsync, open, write } from 'node:fs'
import { promisify } from 'node:util'

const [openFile, writeFile, syncFile] = [promisify(open), promisify(write), promisify(fsync)]

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
/** Linux keeps this promise to the platter; others have a call of their own for that, which `fsync` makes. */
const WRITES_THROUGH = process.platform === 'linux'

export async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await openFile(path, WRITES_THROUGH ? NEW | constants.O_DSYNC : NEW, 0o600)
  try {
    // A single write may take fewer.
    for (let done = 0; done < bytes.length; )
      done += (await writeFile(file, bytes, done, bytes.length - done, done)).bytesWritten
    if (!WRITES_THROUGH) await syncFile(file)
  } finally {
    // Nothing is left to be written, so this waits for nobody.
    closeSync(file)
  }
}
