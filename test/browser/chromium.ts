// The browser that tests, pictures and measurements share: from npm, nothing is downloaded.
import chromiumFile from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

// Not the arguments that the package proposes: they switch the security of the web off.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
  // Nobody outside is asked, whatever a page names.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumFile.executablePath(), headless: true, args: ARGS })
}
