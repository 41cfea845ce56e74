import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'

/** Milliseconds in which a body must arrive. A file gets more time (`fileRate`). */
const bodyMs = 5_000
/** Minimum bytes per second of a file from an authorized sender; a phone with bad reception is faster. */
const fileRate = 16 * 1024
const checkEveryMs = 1_000

interface Sending {
  since: number
  bytesBefore: number
  isFile: boolean
}

const sending = new WeakMap<IncomingMessage, Sending>()

/** Node's `requestTimeout` is the same for all calls, but a picture from a phone takes longer than a form. */
export const slowSenders: FastifyPluginAsync = async (app) => {
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

/** Gives a file more time for each received byte. Call this function only for authorized senders. */
export function giveTimeForFile(request: IncomingMessage): void {
  const one = sending.get(request)
  if (one) one.isFile = true
}
