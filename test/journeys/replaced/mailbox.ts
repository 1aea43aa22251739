// A mail server that receives a whole email but does not answer until the test says so.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export async function openMailbox() {
  const got: string[] = []
  const open = new Set<Socket>()
  let isSilent = true
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    let isMessage = false
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage && line !== '.') return void got.push(...(/^Message-ID: (.*)$/i.exec(line)?.slice(1) ?? []))
      const wasMessage = isMessage
      isMessage = line === 'DATA'
      if (!(wasMessage && isSilent)) socket.write(isMessage ? '354 go on\r\n' : '250 fine\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The Message-IDs. */
    got: () => [...got],
    answer: () => {
      isSilent = false
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
