// npm run dev: runs the server under the watcher of Node, which would otherwise wait for changes after `--help` or a typo.
import { spawn } from 'node:child_process'
import { asksForHelp, usageOf } from '@veritrace/platform/command-line'
import { refuseOtherFlags } from '@veritrace/platform/config/config'
import { DEV } from '../apps/server/usage.ts'

const words = process.argv.slice(2)
if (asksForHelp(words)) {
  console.log(usageOf(DEV))
  process.exit(0)
}
try {
  refuseOtherFlags(words)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const child = spawn(process.execPath, ['--watch', '--import', './apps/web/watch.ts', 'apps/server/main.ts', ...words], {
  stdio: 'inherit',
})
// Ctrl+C reaches the child too: this process only waits until it has ended.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 0))
