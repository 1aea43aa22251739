// What is not JSON: nothing, a stream of events, a file, or a body of a named content type.

export interface Media<Value = unknown> {
  readonly media: 'none' | 'events' | 'bytes' | 'text'
  readonly contentTypes: readonly string[]
  readonly description: string
  /** Only a type: what a handler gives or gets for this medium. */
  readonly value?: Value
}

export const noContent: Media<undefined> = { media: 'none', contentTypes: [], description: 'No content' }

/** text/event-stream; handlers answer it with the platform's `EventStream`. */
export const eventStream = (description: string): Media<AsyncIterable<unknown>> => ({
  media: 'events',
  contentTypes: ['text/event-stream'],
  description,
})

/** Bytes in either direction, never held in memory as a whole. */
export const bytes = (contentTypes: readonly string[], description: string): Media<AsyncIterable<Uint8Array>> => ({
  media: 'bytes',
  contentTypes,
  description,
})

/** What a handler answers, whole or as a stream. */
export const content = (
  contentTypes: readonly string[],
  description: string,
): Media<string | Uint8Array | AsyncIterable<Uint8Array>> => ({ media: 'bytes', contentTypes, description })

/** A short text such as a query; read whole, up to the endpoint's `maxBytes`. */
export const text = (contentTypes: readonly string[], description: string): Media<string> => ({
  media: 'text',
  contentTypes,
  description,
})

export const isMedia = (value: unknown): value is Media =>
  typeof value === 'object' && value !== null && 'media' in value && 'contentTypes' in value
