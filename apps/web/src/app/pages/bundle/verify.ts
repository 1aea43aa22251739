// Whether a bundle is what was sealed: its digest is made anew from what came, and the seal on it is checked.
import { digestOf } from '../../shared/canonical.ts'
import type { BundleOutput } from './content.ts'

export interface Verdict {
  computed: string
  matches: boolean
  /** Undefined where this browser cannot check signatures of this kind. */
  isSigned: boolean | undefined
}

export async function verify({ content, digest, signature }: BundleOutput): Promise<Verdict> {
  const computed = await digestOf(content)
  return { computed, matches: computed === digest, isSigned: await isSignedBy(signature, digest) }
}

async function isSignedBy(
  { public_key, value }: BundleOutput['signature'],
  digest: string,
): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(public_key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(value), new TextEncoder().encode(digest))
  } catch {
    return undefined
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
