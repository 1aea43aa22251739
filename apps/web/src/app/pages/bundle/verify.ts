// Verifies a bundle: computes the digest of the received content, and checks the signature of the stated digest.
import { digestOf } from '../../shared/canonical.ts'
import type { BundleOutput } from './content.ts'

export interface Verdict {
  computed: string
  matches: boolean
  /** Undefined if this browser cannot check Ed25519 signatures. */
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
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
