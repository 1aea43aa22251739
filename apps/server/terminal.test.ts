import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTerminal } from './terminal.ts'

function watch(showRequests = false) {
  const written: string[] = []
  const out = { columns: 60, write: (text: string) => written.push(text) > 0 }
  return { terminal: openTerminal(out, showRequests), seen: () => written.join('') }
}

const line = (fields: object): string => `${JSON.stringify({ level: 'info', ...fields })}\n`

test('requests that work print nothing, and those that fail print one line', () => {
  const { terminal, seen } = watch()
  terminal.log.write(line({ method: 'GET', path: '/vendors', status: 200, ms: 3.2 }))
  terminal.log.write(line({ method: 'GET', path: '/nothing', status: 404, ms: 1 }))
  assert.equal(seen(), '')
  terminal.log.write(line({ method: 'GET', path: '/vendors', status: 503, ms: 12.6 }))
  assert.equal(seen(), '  503 GET /vendors 13 ms\n')
})

test('a request that was refused only because the server was busy prints nothing', () => {
  const { terminal, seen } = watch()
  terminal.log.write(line({ msg: 'request refused while busy', reason: 'The engine has no time for it now.' }))
  terminal.log.write(line({ method: 'POST', path: '/graph/sparql', status: 503, ms: 30_004, busy: true }))
  assert.equal(seen(), '')
})

test('with LOG_LEVEL=debug every request prints one line', () => {
  const { terminal, seen } = watch(true)
  terminal.log.write(
    line({ method: 'GET', path: '/a', status: 200, ms: 3 }) + line({ method: 'GET', path: '/b', status: 304, ms: 1 }),
  )
  assert.equal(seen(), '  200 GET /a 3 ms\n  304 GET /b 1 ms\n')
})

test('a warning interrupts the progress line, which comes back below it', () => {
  const { terminal, seen } = watch()
  terminal.progress('vendors', '3 of 25')
  terminal.log.write(line({ level: 'warn', msg: 'mail could not be sent', err: { message: 'refused' } }))
  const [before, after] = seen().split('  Warning: mail could not be sent: refused\n')
  assert.ok(before!.endsWith('Preparing the demo: vendors 3 of 25\r\u001B[K'))
  assert.match(after!, /Preparing the demo: vendors 3 of 25$/)
  terminal.progress('vendors', undefined)
  assert.ok(seen().endsWith('\r\u001B[K  The demo is ready.\n'))
})

test('progress never wraps onto a second line', () => {
  const { terminal, seen } = watch()
  terminal.progress('vendors', 'x'.repeat(200))
  assert.ok(seen().replace('\r\u001B[K', '').length < 60)
})

test('text that is not JSON is printed unchanged', () => {
  const { terminal, seen } = watch()
  terminal.log.write('plain\n')
  assert.equal(seen(), 'plain\n')
})
