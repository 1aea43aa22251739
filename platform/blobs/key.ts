// Object keys, and the safe file path of each. No key can lead outside its folder.

const MAX_CHARACTERS = 512
/** The limit of S3. */
const MAX_BYTES = 1024
/** File systems allow names of 255 bytes; longer segments are split into nested folders. */
const PIECES = /.{1,200}/g
/** Used by the S3 driver for uploads whose checksum is not known yet. */
export const RESERVED = '.incoming'

/** Our own code makes keys, so an invalid key is a bug and not a caller's mistake. */
export function checkKey(key: string): void {
  const problem = problemOf(key)
  if (problem) throw new Error(`A blob key ${problem}: ${JSON.stringify(key.slice(0, 80))}`)
}

function problemOf(key: string): string | undefined {
  if (key.length === 0 || key.length > MAX_CHARACTERS) return `must have 1 to ${MAX_CHARACTERS} characters`
  if (!key.isWellFormed() || Buffer.byteLength(key) > MAX_BYTES)
    return `must be valid Unicode of at most ${MAX_BYTES} bytes`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
  if (/[\x00-\x1f\x7f]/.test(key)) return 'must not contain control characters'
  const segments = key.split('/')
  if (segments.some((segment) => segment === ''))
    return 'must not start or end with a slash or contain an empty segment'
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'must not contain a segment “.” or “..”'
  if (segments[0] === RESERVED) return `must not begin with ${RESERVED}`
  return undefined
}

/**
 * `acme/Report.pdf` → `acme/%52eport.pdf@`. Capitals are encoded because some file systems ignore case. The `@`
 * lets an object `a` coexist with a folder `a`, and `+` joins the pieces of a long segment.
 */
export const pathOfKey = (key: string): string => `${key.split('/').map(encodeSegment).join('/')}@`

/** The inverse of `pathOfKey`; undefined if this module did not create the file. */
export function keyOfPath(path: string): string | undefined {
  if (!path.endsWith('@')) return undefined
  return decodeURIComponent(path.slice(0, -1).replaceAll('+/', ''))
}

/** The folder that contains all keys with this prefix. */
export function folderOfPrefix(prefix: string): string {
  const folders = prefix.split('/').slice(0, -1)
  if (folders.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw new Error(`Not a prefix of blob keys: ${JSON.stringify(prefix.slice(0, 80))}`)
  return folders.map(encodeSegment).join('/')
}

function encodeSegment(segment: string): string {
  if (/^[a-z0-9_-]{1,200}$/.test(segment)) return segment
  const bytes = [...Buffer.from(segment)]
  const encoded = bytes.map((byte, i) => {
    const character = String.fromCharCode(byte)
    const plain = /[a-z0-9_-]/.test(character) || (character === '.' && i < bytes.length - 1)
    return plain ? character : `%${byte.toString(16).padStart(2, '0')}`
  })
  return encoded.join('').match(PIECES)!.join('+/')
}
