// For the few handlers that answer with more than a body: a status, headers, a stream.

export class Answer<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(body: T, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
  }
}

export const answer = <T>(body: T, options: { status?: number; headers?: Record<string, string> }): Answer<T> =>
  new Answer(body, options)

/**
 * JSON that the handler has written itself, as its schema says: for an answer of thousands of rows. As bytes, since its
 * length, its ETag and the socket would each make them of a text.
 */
export const written = <T>(json: string, headers: Record<string, string>): Answer<T> =>
  new Answer(Buffer.from(json) as unknown as T, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
