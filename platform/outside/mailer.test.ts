import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { fakeClock } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { openMute } from '../testing/faults.ts'
import { jobRun } from '../testing/job-run.ts'
import type { sendMailJob } from './mail-jobs.ts'
import { listMail, type Mailer, openMailer } from './mailer.ts'
import { findMail } from './store.ts'

const log = openLog('silent')
const clock = fakeClock()
const received: { to: string; text: string }[] = []
/** The server's response to the next recipients; undefined to accept them. */
let refusal: { responseCode: number; message: string } | undefined
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusal && Object.assign(new Error(refusal.message), refusal)),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo[0]!.address, text: Buffer.concat(chunks).toString() })
      done()
    })
  },
})
const tried: string[] = []
const queued: { job: string; data: object }[] = []
const jobs = { add: async (_tx: unknown, job: string, data: object) => void queued.push({ job, data }) }
let mailer: Mailer

before(async () => {
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const { db } = await testDatabase()
  const { port } = smtp.server.address() as AddressInfo
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Veritrace <no-reply@mail.test>' }
  mailer = openMailer({ db, mail, jobs, log, clock, onTried: (outcome) => void tried.push(outcome) })
})
after(async () => {
  mailer.close()
  await new Promise<void>((done) => smtp.close(done))
})

const address = () => `p${randomBytes(6).toString('hex')}@customers.test`
const hello = (to: string) => ({ to, subject: 'Grüße', text: 'Hello', kind: 'greeting' })
const run = (id: string, attempt = 1, from: Mailer = mailer): Promise<void> => {
  const job = from.jobs.find(({ name }) => name === 'send-mail') as ReturnType<typeof sendMailJob>
  return job.handle({ id }, jobRun({ attempt, log }))
}
const write = async (mail: Parameters<Mailer['send']>[1], from = mailer): Promise<string> => {
  const { db } = await testDatabase()
  return transact(db, (tx) => from.send(tx, mail))
}
const stateOf = async (id: string) => {
  const { db } = await testDatabase()
  const mail = await findMail(db, id)
  return [mail?.status, mail?.attempts, mail?.last_error]
}

test('an email is queued in a transaction, sent once over SMTP, and then deleted except for its envelope', async () => {
  const { db } = await testDatabase()
  const to = address()
  const id = await write({ ...hello(to), html: '<p>Hello</p>' })
  assert.deepEqual(queued.at(-1), { job: 'send-mail', data: { id } })
  await run(id)
  await run(id)
  const mine = received.filter((mail) => mail.to === to)
  assert.equal(mine.length, 1)
  assert.match(mine[0]!.text, new RegExp(`^Message-ID: <${id}@mail\\.test>`, 'mi'))
  assert.match(mine[0]!.text, /multipart\/alternative/)
  const mail = await findMail(db, id)
  assert.deepEqual([mail?.status, mail?.text, mail?.html, mail?.subject], ['sent', '', null, 'Grüße'])
})

test('an email of a failed transaction is never sent', async () => {
  const { db } = await testDatabase()
  const to = address()
  const failing = transact(db, async (tx) => {
    await mailer.send(tx, hello(to))
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.deepEqual((await listMail(db, { to, limit: 10 })).items, [])
})

test('two emails with the same ID are sent as one', async () => {
  const { db } = await testDatabase()
  const to = address()
  const id = `invite_${randomBytes(4).toString('hex')}`
  const before = queued.length
  await write({ ...hello(to), id })
  await write({ ...hello(to), id })
  assert.deepEqual([(await listMail(db, { to, limit: 10 })).items.length, queued.length - before], [1, 1])
})

test('without a mail server emails are stored and can be read, newest first, by tenant', async () => {
  const { db } = await testDatabase()
  const kept = openMailer({ db, mail: { smtpUrl: undefined, from: 'x@mail.test' }, jobs, log, clock })
  const tenant = `t_${randomBytes(6).toString('hex')}`
  const before = queued.length
  const first = await write({ ...hello(address()), tenant }, kept)
  clock.advance(5)
  await new Promise((done) => setTimeout(done, 2))
  const second = await write({ ...hello(address()), tenant }, kept)
  await write(hello(address()), kept)
  const { items } = await listMail(db, { tenant, limit: 10 })
  assert.deepEqual(
    items.map(({ id, status, text }) => [id, status, text]),
    [
      [second, 'kept', 'Hello'],
      [first, 'kept', 'Hello'],
    ],
  )
  assert.deepEqual([kept.configured, queued.length - before], [false, 0])
})

test('an email that failed in all attempts is sent when its dead letter is requeued, and reports its state', async () => {
  const to = address()
  const id = await write(hello(to))
  refusal = { responseCode: 451, message: '4.7.1 Come back later' }
  await assert.rejects(run(id, 9))
  assert.deepEqual((await stateOf(id)).slice(0, 2), ['failed', 1])
  await assert.rejects(run(id, 1))
  assert.deepEqual((await stateOf(id)).slice(0, 2), ['queued', 2])
  await assert.rejects(run(id, 9))
  refusal = undefined
  await run(id, 1)
  assert.deepEqual(await stateOf(id), ['sent', 4, null])
  assert.equal(received.filter((mail) => mail.to === to).length, 1)
})

test('an unknown mailbox bounces and gets no more email', async () => {
  const to = address()
  refusal = { responseCode: 550, message: '5.1.1 No such user' }
  const id = await write(hello(to))
  await run(id)
  refusal = undefined
  const [status, attempts, error] = await stateOf(id)
  assert.deepEqual([status, attempts], ['bounced', 1])
  assert.match(String(error), /No such user/)
  assert.deepEqual(
    (await stateOf(await write(hello(to.toUpperCase().replace('CUSTOMERS.TEST', 'customers.test')))))[0],
    'suppressed',
  )
})

test('a policy rejection bounces without suppressing the address', async () => {
  const to = address()
  refusal = { responseCode: 550, message: '5.7.1 Not today' }
  const id = await write(hello(to))
  await run(id)
  refusal = undefined
  assert.equal((await stateOf(id))[0], 'bounced')
  assert.equal((await stateOf(await write(hello(to))))[0], 'queued')
})

test('a busy server is retried, and after the last attempt the email has failed', async () => {
  refusal = { responseCode: 451, message: '4.3.0 Try later' }
  const id = await write(hello(address()))
  await assert.rejects(run(id), /Try later/)
  assert.deepEqual((await stateOf(id)).slice(0, 2), ['queued', 1])
  await assert.rejects(run(id, 9), /Try later/)
  assert.deepEqual((await stateOf(id)).slice(0, 2), ['failed', 2])
  refusal = undefined
})

test('each attempt is reported: delivered, failed if another follows, dead after a bounce or the last one', async () => {
  tried.length = 0
  await run(await write(hello(address())))
  refusal = { responseCode: 451, message: '4.3.0 Try later' }
  const busy = await write(hello(address()))
  await assert.rejects(run(busy), /Try later/)
  await assert.rejects(run(busy, 9), /Try later/)
  refusal = { responseCode: 550, message: '5.1.1 No such user' }
  await run(await write(hello(address())))
  refusal = undefined
  assert.deepEqual(tried, ['delivered', 'failed', 'dead', 'dead'])
})

test('an address that is suppressed while its email waits gets no email', async () => {
  const { db } = await testDatabase()
  const to = address()
  const id = await write(hello(to))
  await mailer.suppress(db, to, 'complaint')
  await run(id)
  assert.deepEqual([(await stateOf(id))[0], received.some((mail) => mail.to === to)], ['suppressed', false])
  await mailer.unsuppress(db, to)
  assert.equal((await stateOf(await write(hello(to))))[0], 'queued')
})

test('header and recipient injection is rejected', async () => {
  const { db } = await testDatabase()
  const bad = [
    { subject: 'Hi\r\nBcc: all@customers.test' },
    { subject: 'Hi\nX: y' },
    { subject: 'Hi\u2028X' },
    ...[
      'a@b.test, c@d.test',
      'a@b.test\r\nBcc: c@d.test',
      '"a b"@c.test',
      'A <a@b.test>',
      '<a@b.test>',
      'a@b.test>',
    ].map((to) => ({ to })),
    ...['nobody', '@b.test', 'a@', 'a@b..test', 'a@-b.test', 'a b@c.test', ''].map((to) => ({ to })),
    { id: 'a>b' },
    ...['nowhere', 'https://a.test/\r\nBcc: c@d.test'].map((stopAt) => ({ stopAt })),
  ]
  for (const part of bad)
    await assert.rejects(
      mailer.send(db, { ...hello('a@b.test'), ...part }),
      { code: 'unacceptable' },
      JSON.stringify(part),
    )
})

test('readiness reports a mail server that hangs or is down within ten seconds', async () => {
  const { db } = await testDatabase()
  const open = (port: number) =>
    openMailer({ db, mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'x@mail.test' }, jobs, log, clock })
  await mailer.check!()
  assert.equal(openMailer({ db, mail: { smtpUrl: undefined, from: 'x@mail.test' }, jobs, log, clock }).check, undefined)
  const mute = await openMute()
  for (const port of [mute.port, 1]) {
    const away = open(port)
    const began = performance.now()
    await assert.rejects(away.check!())
    assert.ok(performance.now() - began < 10_000)
    away.close()
  }
  await mute.close()
})

test('an email to a hanging mail server is retried later, with the reason', async () => {
  const { db } = await testDatabase()
  const mute = await openMute()
  const mail = { smtpUrl: `smtp://127.0.0.1:${mute.port}`, from: 'x@mail.test' }
  const hanging = openMailer({ db, mail, jobs, log, clock })
  const id = await write(hello(address()), hanging)
  const began = performance.now()
  await assert.rejects(run(id, 1, hanging))
  assert.ok(performance.now() - began < 10_000)
  const [status, attempts, said] = await stateOf(id)
  assert.deepEqual([status, attempts], ['queued', 1])
  assert.match(String(said), /greeting/i)
  hanging.close()
  await mute.close()
})
