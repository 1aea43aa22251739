// The browser for tests, screenshots and benches. For Linux on x64 it comes from npm, without a download; npm has none
// for other machines, so an installed one is used there.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import chromiumFile from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

// Not the arguments that the package suggests, because they disable web security.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
  // No external host is contacted, whatever a page names.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome.exe']
const PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const comesFromNpm = process.platform === 'linux' && process.arch === 'x64'

export const NO_BROWSER = `npm has no Chromium for ${process.platform} on ${process.arch}: install Chromium or Chrome, or name one in CHROMIUM_PATH.`

export async function browserPath(): Promise<string> {
  const path = installed() ?? (comesFromNpm ? await chromiumFile.executablePath() : undefined)
  if (!path) throw new Error(NO_BROWSER)
  return path
}

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = await browserPath()
  return chromium.launch({ executablePath, headless: true, args: [...ARGS, ...more] })
}

export const hasBrowser = (): boolean => comesFromNpm || installed() !== undefined

function installed(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named || comesFromNpm) return named || undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const commands = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)))
  // The one that Playwright downloads, if it was installed.
  return [chromium.executablePath(), ...PROGRAMS, ...commands].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
