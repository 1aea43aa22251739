// Runs after `npm ci`. Installs the Git hooks in a clone; does nothing in an image, in CI or without Git.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { wordsFromShell } from '@veritrace/platform/command-line'

wordsFromShell({
  name: 'npm run prepare',
  about: 'Installs the Git hooks in a clone. npm runs it after “npm ci”.',
  options: {},
  examples: ['npm run prepare'],
})

if (existsSync('.git') && !process.env.CI) {
  const { status, stderr } = spawnSync('lefthook', ['install'], { encoding: 'utf8' })
  if (status !== 0) console.error(`The Git hooks are not installed: ${stderr.trim()}`)
}
