import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A body has to be here in this time. */
const bodyMs = 5_000
/** Of a sender who was given time for a file, as slow as a phone at the edge of its network: bytes a second. */
const fileRate = 16 * 1024
const checkEveryMs = 1_000

interface Sending {
  since: number
  bytesBefore: number
  isFile: boolean
}

const sending = new WeakMap<IncomingMessage, Sending>()

/**
 * Cuts off who sends a body slowly, on any address, known or not: Node's own `requestTimeout` is one number for all
 * calls, and a picture from a phone takes longer than a form may. Its `headersTimeout` guards the head.
 */
export function cutSlowSenders(app: FastifyInstance): void {
  const open = new Map<IncomingMessage, Sending>()
  app.server.on('request', (request: IncomingMessage) => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const one = { since: performance.now(), bytesBefore: socket.bytesRead, isFile: false }
    open.set(request, one)
    sending.set(request, one)
  })
  const checking = setInterval(() => {
    for (const [request, { since, bytesBefore, isFile }] of open) {
      const { socket } = request
      if (request.complete || socket.destroyed) {
        open.delete(request)
        continue
      }
      const bytes = isFile ? socket.bytesRead - bytesBefore : 0
      if (performance.now() - since <= bodyMs + (bytes / fileRate) * 1000) continue
      socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      socket.destroySoon()
    }
  }, checkEveryMs)
  checking.unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

/**
 * For a call that takes files, once it is known that the sender may send them: the time grows with what has arrived,
 * so that whoever stops sending is cut off as soon as others.
 */
export function giveTimeForFile(request: IncomingMessage): void {
  const one = sending.get(request)
  if (one) one.isFile = true
}
