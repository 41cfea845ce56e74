import { setTimeout as timer } from 'node:timers/promises'
import { type Asked, type Said, simulate } from './simulate.ts'

// The common part of the simulators of text providers: server-sent events and every kind of failure.

export type Ending = 'whole' | 'tooLong' | 'refusal' | 'error' | 'failed'

export interface Wire {
  path: string
  /** Refusal of the real service; null for a valid HTTP request. */
  refusal(asked: Asked, key: string): Said | null
  /** Returns the events of a response, each with name and data. `pieces` are the parts of the text. */
  events(asked: Asked, pieces: string[], ending: Ending): [name: string, data: object][]
  /** Body of an error in the service's format. */
  error(kind: string, message: string): object
  /** Refusals by the names that tests use. */
  refusals: Record<string, [status: number, kind: string, headers?: Record<string, string>]>
  requestIdHeader: string
}

/** Result of a call: `{ text }`, the name of a refusal, or the name of a failure. */
export type Fate = string | { text: string }

interface Options {
  port?: number
  key?: string
}

export async function openTextModel(wire: Wire, { port, key = '' }: Options) {
  const planned: Fate[] = []
  const usual = { text: 'Testo.', pauseMs: 0, end: Promise.resolve() }

  function answer(asked: Asked): Said {
    const refused = wire.refusal(asked, key)
    if (refused) return refused
    const fate = (planned.length > 1 ? planned.shift() : planned[0]) ?? {
      text: translation(asked.body) ?? usual.text,
    }
    if (typeof fate === 'object') return streamed(asked, fate.text, 'whole')
    const known = wire.refusals[fate]
    if (known) {
      const [status, kind, headers = {}] = known
      return { status, headers, body: wire.error(kind, `HttpError: ${key}`) }
    }
    return broken(asked, fate)
  }

  function broken(asked: Asked, fate: string): Said {
    const half = 'Metà di un testo. '.repeat(20)
    if (fate === 'slow') return { afterMs: 20_000, isCut: true }
    if (fate === 'stalled') return streamed(asked, half, 'whole', { stallAfter: 6 })
    if (fate === 'cut') return { isCut: true }
    if (fate === 'cutStream') return streamed(asked, half, 'whole', { cutAfter: 8 })
    if (fate === 'endsEarly') return streamed(asked, half, 'whole', { endAfter: 8 })
    if (fate === 'badStream') return { body: once('event: x\ndata: {"type": no\n\n') }
    if (fate === 'gateway') return { status: 502, body: '<html><h1>Bad gateway</h1></html>' }
    if (fate === 'page') return { body: '<html>Benvenuti</html>' }
    if (fate === 'elsewhere') return { status: 302, headers: { location: 'http://127.0.0.1:9/' } }
    if (fate === 'empty') return streamed(asked, '', 'whole')
    const endings: Record<string, Ending> = {
      tooLong: 'tooLong',
      refusal: 'refusal',
      errorEvent: 'error',
      failed: 'failed',
    }
    const ending = endings[fate]
    if (!ending) throw new Error(`no such fate: ${fate}`)
    return streamed(asked, half, ending)
  }

  interface Break {
    stallAfter?: number
    cutAfter?: number
    endAfter?: number
  }

  function streamed(asked: Asked, text: string, ending: Ending, at: Break = {}): Said {
    async function* pieces() {
      let sent = 0
      const events = wire.events(asked, text.match(/[\s\S]{1,12}/g) ?? [], ending)
      for (const [name, data] of events) {
        if (sent === at.stallAfter) await timer(20_000)
        if (sent === at.cutAfter) throw new Error('cut')
        if (sent === at.endAfter) return
        sent++
        if (sent === events.length) await usual.end
        if (usual.pauseMs > 0) await timer(usual.pauseMs)
        yield `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
      }
    }
    return { headers: { [wire.requestIdHeader]: 'req_simulated' }, body: pieces() }
  }

  const server = await simulate(answer, port)
  return {
    ...server,
    /** Default text, pause in ms before each event of a stream, and a promise for which the last event waits. */
    usual,
    /** Fates of the next calls; the last one is repeated. */
    next(...fates: Fate[]): void {
      planned.splice(0, planned.length, ...fates)
    },
  }
}

const languageCodes: Record<string, string> = { inglese: 'en', tedesco: 'de', francese: 'fr' }

/** Returns the texts of a translation prompt, each with a mark such as `[en]` at its start; null for another prompt. */
function translation({
  input,
  messages,
}: {
  input?: string
  messages?: { content: string }[]
}): string | null {
  const prompt = input ?? messages?.[0]?.content ?? ''
  const [, language = '', texts = ''] = prompt.match(/^Traduci in (\p{L}+):\n\n([\s\S]*)$/u) ?? []
  const code = languageCodes[language]
  if (!code) return null
  return texts.replace(/\n\nNomi dei luoghi:[\s\S]*$/, '').replace(/^(<<\w+>>\n)/gm, `$1[${code}] `)
}

async function* once(text: string) {
  yield text
}

/** Returns the first unknown field, which the service's error contains. */
export function unknownField(body: object, known: string[]): string | undefined {
  return Object.keys(body).find((field) => !known.includes(field))
}
