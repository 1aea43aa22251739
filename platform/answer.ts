// For the few handlers that return more than a body: a status, headers or a stream.

export class Answer<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isKept: boolean
  constructor(body: T, options: Options = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
    this.isKept = options.isKept ?? false
  }
}

interface Options {
  status?: number
  headers?: Record<string, string>
  /** The handler caches the body and will return the same object again, so it is serialized to JSON only once. */
  isKept?: boolean
}

export const answer = <T>(body: T, options: Options): Answer<T> => new Answer(body, options)

/**
 * JSON that the handler has written itself according to its schema, for responses with thousands of rows. Bytes avoid
 * encoding the text again for its length, its ETag and the socket.
 */
export const written = <T>(json: string, headers: Record<string, string>): Answer<T> =>
  new Answer(Buffer.from(json) as unknown as T, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
