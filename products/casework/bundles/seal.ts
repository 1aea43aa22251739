// The seal of a bundle: the installation's own key signs the digest of the content.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Bundle } from '@veritrace/contract/casework/bundles'
import type { Db } from '@veritrace/platform/db/db'
import { keepSecret } from '@veritrace/platform/keyring/store'

const NAME = 'casework-bundles'
/** RFC 8410: the prefix of a 32-byte Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_BYTES = 32

/** Call outside a transaction, because the key is created if it does not exist yet. */
export async function openSeal(db: Db): Promise<(digest: string) => Bundle['signature']> {
  const seed = Buffer.from(await keepSecret(db, NAME), 'base64url')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  const key_id = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  return (digest) => ({
    alg: 'ed25519',
    key_id,
    public_key: raw.toString('base64url'),
    value: sign(null, Buffer.from(digest), key).toString('base64url'),
  })
}
