/** The document is not what it says it is. */
export class DocumentError extends Error {
  readonly line: number | null
  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}
