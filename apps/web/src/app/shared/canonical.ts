// Canonical JSON and its digest. The server seals bundles the same way.

/** JSON without spaces, with the keys of every object sorted by UTF-16 code units. */
export const canonical = (value: unknown): string => JSON.stringify(value, sorted)

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** `sha256:<hex>` of the canonical JSON. */
export async function digestOf(value: unknown): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(value))))
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
