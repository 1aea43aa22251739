// For the few handlers that answer with more than a body: a status, headers, a stream.

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
  /** The handler keeps the body and will answer with the same one again: it is written as JSON once. */
  isKept?: boolean
}

export const answer = <T>(body: T, options: Options): Answer<T> => new Answer(body, options)

/**
 * JSON that the handler has written itself, as its schema says: for an answer of thousands of rows. As bytes, since its
 * length, its ETag and the socket would each make them of a text.
 */
export const written = <T>(json: string, headers: Record<string, string>): Answer<T> =>
  new Answer(Buffer.from(json) as unknown as T, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
