// Writes a small new file durably. Most objects are small, and each call to the file system is a trip to another thread
// that costs more than the call itself, so there are few calls.
import { closeSync, constants, fsync, open, write } from 'node:fs'
import { promisify } from 'node:util'

const [openFile, writeFile, syncFile] = [promisify(open), promisify(write), promisify(fsync)]

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
/** On Linux O_DSYNC reaches the disk; other systems need a separate call, which `fsync` makes. */
const WRITES_THROUGH = process.platform === 'linux'

export async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await openFile(path, WRITES_THROUGH ? NEW | constants.O_DSYNC : NEW, 0o600)
  try {
    // A single write may write fewer bytes.
    for (let done = 0; done < bytes.length; )
      done += (await writeFile(file, bytes, done, bytes.length - done, done)).bytesWritten
    if (!WRITES_THROUGH) await syncFile(file)
  } finally {
    // Synchronous: nothing remains to be written, so closing does not block.
    closeSync(file)
  }
}
