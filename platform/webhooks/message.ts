// The content of a message. Pure.

/** An event from the outbox. */
export interface Happening {
  id: number
  type: string
  payload: object
  created_at: Date
}

export type PayloadKind = 'thin' | 'full'

const MAX_BYTES = 20_000

/**
 * The body of a message: `{type, timestamp, data}`. If it is too large, it is sent thin, and the receiver fetches the
 * rest.
 */
export function messageBody(row: Happening, kind: PayloadKind): string {
  const text = (data: unknown) => JSON.stringify({ type: row.type, timestamp: row.created_at.toISOString(), data })
  if (kind === 'full') {
    const full = text(row.payload)
    if (Buffer.byteLength(full) < MAX_BYTES) return full
  }
  return text(thinOf(row.payload))
}

/** Enough for the receiver to fetch the rest. */
function thinOf(payload: { entry_id?: unknown; sequence?: unknown; resource?: { type?: unknown; id?: unknown } }) {
  const { entry_id, sequence, resource } = payload
  const short = (value: unknown) => String(value).slice(0, 2_000)
  return {
    thin: true,
    entry_id,
    sequence,
    resource: resource && { type: short(resource.type), id: short(resource.id) },
  }
}
