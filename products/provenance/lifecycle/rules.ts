// What an event of the e-mail provider says about addresses. Pure.

export interface EmailEvent {
  type: string
  /** Addresses that are not to be mailed again, with why. */
  stop: { reason: 'bounce' | 'complaint'; addresses: string[] } | undefined
}

/** Undefined where the value is no event. Kinds that we do not know stop nothing. */
export function readEmailEvent(value: unknown): EmailEvent | undefined {
  if (!isObject(value) || typeof value.type !== 'string' || !isObject(value.data)) return undefined
  const reason = reasonOf(value.type, value.data)
  const addresses = [value.data.to].flat().filter(isAddress).map(bare)
  return { type: value.type.slice(0, 100), stop: reason && { reason, addresses } }
}

/** A full mailbox or a busy server passes; only what is permanent counts as a bounce. */
function reasonOf(type: string, data: Record<string, unknown>): 'bounce' | 'complaint' | undefined {
  if (type === 'email.complained') return 'complaint'
  if (type !== 'email.bounced') return undefined
  const kind = isObject(data.bounce) ? String(data.bounce.type ?? '') : ''
  return /^(transient|soft|undetermined)/i.test(kind) ? undefined : 'bounce'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 500 && value.includes('@')
/** `Ann <ann@example.com>` is an address with a name. */
const bare = (address: string): string => (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim()
