// The words of `npm start` and `npm run dev`. The configuration reads the values.
import type { Command } from '@veritrace/platform/command-line'

const OPTIONS = {
  port: { type: 'string', value: 'PORT', default: '8080', help: 'the port to listen on' },
  host: { type: 'string', value: 'HOST', default: '127.0.0.1', help: 'the address to listen on' },
  'data-dir': { type: 'string', value: 'FOLDER', default: './data', help: 'the embedded database and files on disk' },
  products: { type: 'string', value: 'LIST', help: 'some of provenance,graph,casework (default: all)' },
  roles: { type: 'string', value: 'LIST', default: 'web,worker', help: 'answer requests, run jobs, or both' },
} as const satisfies Command['options']

const NOTES = [
  'Each option has an environment variable of the same name, such as DATA_DIR. All variables: docs/configuration.md.',
  'How to run in production: docs/operations.md.',
]

export const START = {
  name: 'npm start',
  about: 'Runs everything in one process, on an embedded database or on PostgreSQL.',
  options: OPTIONS,
  notes: NOTES,
  examples: ['npm start', 'npm start -- --port 9000 --products provenance,graph'],
} as const satisfies Command

export const DEV = {
  name: 'npm run dev',
  about: 'Runs the server, restarts it when a file changes, and rebuilds the web files.',
  options: OPTIONS,
  notes: NOTES,
  examples: ['npm run dev', 'npm run dev -- --port 9000'],
} as const satisfies Command
