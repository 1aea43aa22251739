// A release has one version, wherever it is written.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contract } from '@veritrace/contract'
import { RELEASE } from '@veritrace/platform/release'
import { strictServer } from './own-server.ts'

const ROOT = new URL('../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')
const json = (file: string) => JSON.parse(read(file))

interface Package {
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The versions that a package names: its own and those of other packages of the project. */
const versionsIn = ({ version, dependencies, devDependencies }: Package): string[] => [
  ...(version ? [version] : []),
  ...Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => name.startsWith('@veritrace/'))
    .map(([, wanted]) => wanted),
]

test('all packages and the lock file have the same version', () => {
  const manifests = globSync('{package.json,{contract,platform}/package.json,{apps,products}/*/package.json}', {
    cwd: ROOT,
  })
  assert.equal(manifests.length, 9)
  const lock = json('package-lock.json') as Package & { packages: Record<string, Package> }
  const locked = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'))
  for (const file of manifests) assert.deepEqual([...new Set(versionsIn(json(file)))], [RELEASE], file)
  for (const [path, one] of locked) assert.deepEqual([...new Set(versionsIn(one))], [RELEASE], path || 'the root')
  assert.equal(lock.version, RELEASE)
})

test('the API document of the server and those of graph and casework have the version of the release', async () => {
  const { url } = await strictServer()
  const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as { info: { version: string } }
  assert.deepEqual([info.version, contract.graph.version, contract.casework.version], [RELEASE, RELEASE, RELEASE])
})

test('the changelog and the docs describe the release', () => {
  const [, newest] = /^## (\d\S+) - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  assert.equal(newest, RELEASE)
  assert.ok(existsSync(new URL(`docs/releases/${RELEASE}.md`, ROOT)))
})
