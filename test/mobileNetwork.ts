import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a proxy for `browser.page({ proxy: { server: network.url } })`, which refuses all HTTP requests while `isOff`.
 * `setOffline` and `page.route` are not enough: when a page is loaded again, Chromium sends the request that they held.
 */
export async function openMobileNetwork() {
  const network = { url: '', isOff: false, [Symbol.asyncDispose]: async () => stop() }
  const server = http.createServer((request, response) => {
    if (network.isOff) return request.socket.destroy()
    const { url = '', method = 'GET', headers } = request
    const upstream = http.request(url, { method, headers, agent: false }, (reply) => {
      const { connection: _, 'transfer-encoding': __, ...replied } = reply.headers
      response.writeHead(reply.statusCode ?? 502, replied)
      reply.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  function stop(): void {
    server.closeAllConnections()
    server.close()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return network
}
