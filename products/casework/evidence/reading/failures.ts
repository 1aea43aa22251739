// Why a file is not parsed: it may be harmful, or it is unreadable.

/** The file looks malicious. Nothing in it is used. */
export class Quarantine extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Quarantine'
  }
}

/** The file needs more memory than its thread has. */
export class TooLarge extends Error {}

/** The file is damaged, too large, or not of the given kind. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unreadable'
  }
}
