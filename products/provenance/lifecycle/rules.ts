// What an event of the email provider means for the addresses in it. Pure functions.

export interface EmailEvent {
  type: string
  /** Addresses to stop sending to, and the reason. */
  stop: { reason: 'bounce' | 'complaint'; addresses: string[] } | undefined
}

/** Undefined if the value is not an event. Events of unknown types stop nothing. */
export function readEmailEvent(value: unknown): EmailEvent | undefined {
  if (!isObject(value) || typeof value.type !== 'string' || !isObject(value.data)) return undefined
  const reason = reasonOf(value.type, value.data)
  const addresses = [value.data.to].flat().filter(isAddress).map(bare)
  return { type: value.type.slice(0, 100), stop: reason && { reason, addresses } }
}

/** Only permanent bounces count: a full mailbox or a busy server recovers. */
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
/** Extracts the address from `Ann <ann@example.com>`. */
const bare = (address: string): string => (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim()
