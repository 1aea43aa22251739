// Size limit of files in forms.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { type FormFile, readForm } from './read-form.ts'

const read = async (text: string) => {
  const form = new FormData()
  form.set('file', new File([text], 'list.csv'))
  const sent = new Response(form)
  const body = Readable.from([await sent.bytes()])
  const store = async ({ bytes }: FormFile) => String(await buffer(bytes))
  return readForm(body, sent.headers.get('content-type')!, store, 10)
}

test('a file of the maximum size is stored, and a larger one is refused', async () => {
  assert.equal((await read('1234567890')).stored, '1234567890')
  await assert.rejects(read('12345678901'), { code: 'body_too_large' })
})
