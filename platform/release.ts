// The release that runs. All packages of the project have one version.
import { readFileSync } from 'node:fs'

const manifest: { version: string } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

export const RELEASE = manifest.version
