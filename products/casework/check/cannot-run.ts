/** The check cannot be made at all: a wrong option, configuration or file. The message says what to do. */
export class CannotRun extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRun'
  }
}
