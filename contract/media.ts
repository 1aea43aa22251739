// Content other than JSON: nothing, an event stream, a file, or a body of a given content type.

export interface Media<Value = unknown> {
  readonly media: 'none' | 'events' | 'bytes' | 'text'
  readonly contentTypes: readonly string[]
  readonly description: string
  /** Exists only in the type: what a handler returns or receives. */
  readonly value?: Value
}

export const noContent: Media<undefined> = { media: 'none', contentTypes: [], description: 'No content' }

/** text/event-stream; handlers return the platform's `EventStream`. */
export const eventStream = (description: string): Media<AsyncIterable<unknown>> => ({
  media: 'events',
  contentTypes: ['text/event-stream'],
  description,
})

/** Bytes in either direction, streamed rather than read into memory. */
export const bytes = (contentTypes: readonly string[], description: string): Media<AsyncIterable<Uint8Array>> => ({
  media: 'bytes',
  contentTypes,
  description,
})

/** Content that a handler returns, whole or as a stream. */
export const content = (
  contentTypes: readonly string[],
  description: string,
): Media<string | Uint8Array | AsyncIterable<Uint8Array>> => ({ media: 'bytes', contentTypes, description })

/** A short text such as a query, read whole, up to the endpoint's `maxBytes`. */
export const text = (contentTypes: readonly string[], description: string): Media<string> => ({
  media: 'text',
  contentTypes,
  description,
})

export const isMedia = (value: unknown): value is Media =>
  typeof value === 'object' && value !== null && 'media' in value && 'contentTypes' in value
