// The output of `npm start -- --help`.

export const asksForHelp = (words: readonly string[]): boolean =>
  words.some((word) => word === '--help' || word === '-h')

export const USAGE = `
  npm start -- [flags]

  --port 8080                 the port to listen on
  --host 127.0.0.1            the address to listen on
  --data-dir ./data           the folder of the embedded database and of blobs on disk
  --products provenance,graph the products to serve; all three if you leave it out
  --roles web,worker          what this process does: answer requests, run jobs, or both
  --help                      this text

  Each flag has an environment variable of the same name, such as DATA_DIR. All variables: docs/configuration.md.
  How to run in production: docs/operations.md.
`
