import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Asked {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a request by its assertions
  body: any
}

type Reply = (response: ServerResponse, asked: Asked) => void

const send = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** What OpenAI and Anthropic answer, as their documentation describes it. */
export const replies = {
  text:
    (text: string): Reply =>
    (response, { path, body }) =>
      send(
        response,
        200,
        path === '/v1/messages'
          ? {
              id: 'msg_1',
              type: 'message',
              role: 'assistant',
              model: body.model,
              content: [
                { type: 'thinking', thinking: 'non per il sito' },
                { type: 'text', text, citations: null },
              ],
              stop_reason: 'end_turn',
              usage: { input_tokens: 40, output_tokens: 60 },
            }
          : {
              id: 'resp_1',
              object: 'response',
              status: 'completed',
              error: null,
              incomplete_details: null,
              model: body.model,
              output: [
                { type: 'reasoning', id: 'rs_1', summary: [] },
                {
                  type: 'message',
                  role: 'assistant',
                  status: 'completed',
                  content: [{ type: 'output_text', text, annotations: [] }],
                },
              ],
              usage: { input_tokens: 40, output_tokens: 60, total_tokens: 100 },
            },
      ),
  status:
    (status: number, error: object, headers = {}): Reply =>
    (response) =>
      send(response, status, { error }, headers),
  raw:
    (body: unknown): Reply =>
    (response) =>
      send(response, 200, body),
  /** Longer than anybody waits. */
  never: (): Reply => () => {},
  broken: (): Reply => (response) => response.destroy(),
  elsewhere: (): Reply => (response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' })
    response.end()
  },
}

/** Both providers on loopback: each request takes the next reply, the last one again and again. */
export async function openTextServer(...script: Reply[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await json(request) }
    asked.push(one)
    const reply = script.length > 1 ? script.shift() : script[0]
    reply?.(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    env: {
      OPENAI_BASE_URL: `${origin}/v1`,
      ANTHROPIC_BASE_URL: origin,
      OPENAI_API_KEY: 'sk-prova-openai-0123456789',
      ANTHROPIC_API_KEY: 'sk-ant-prova-0123456789',
    },
    /** From here on. */
    answer(...next: Reply[]) {
      script.splice(0, script.length, ...next)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
