// Names of objects, and the safe file path of each: no key can name a place outside its folder.

const MAX_CHARACTERS = 512
/** The limit of S3. */
const MAX_BYTES = 1024
/** File systems take names of 255 bytes; longer segments go on in a folder of their own. */
const PIECES = /.{1,200}/g
/** Used by the S3 driver for uploads whose checksum is not known yet. */
export const RESERVED = '.incoming'

/** Keys are made by our own code, so a bad one is a bug and not a caller's mistake. */
export function checkKey(key: string): void {
  const problem = problemOf(key)
  if (problem) throw new Error(`A blob key ${problem}: ${JSON.stringify(key.slice(0, 80))}`)
}

function problemOf(key: string): string | undefined {
  if (key.length === 0 || key.length > MAX_CHARACTERS) return `has 1 to ${MAX_CHARACTERS} characters`
  if (!key.isWellFormed() || Buffer.byteLength(key) > MAX_BYTES) return `is valid Unicode of ${MAX_BYTES} bytes at most`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  if (/[\x00-\x1f\x7f]/.test(key)) return 'has no control characters'
  const segments = key.split('/')
  if (segments.some((segment) => segment === '')) return 'has no slash at its ends and no empty segment'
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'has no segment “.” or “..”'
  if (segments[0] === RESERVED) return `does not begin with ${RESERVED}`
  return undefined
}

/**
 * `acme/Report.pdf` → `acme/%52eport.pdf@`. Capitals are encoded because some file systems do not tell them
 * apart; the `@` lets an object `a` stand beside a folder `a`, and `+` joins the pieces of a long segment.
 */
export const pathOfKey = (key: string): string => `${key.split('/').map(encodeSegment).join('/')}@`

/** The inverse of `pathOfKey`; undefined for a file that is not ours. */
export function keyOfPath(path: string): string | undefined {
  if (!path.endsWith('@')) return undefined
  return decodeURIComponent(path.slice(0, -1).replaceAll('+/', ''))
}

/** The folder below which all keys with this prefix are. */
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
