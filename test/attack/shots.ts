import fc, { type Arbitrary } from 'fast-check'
import { handlers } from '../../src/modules/index.ts'
import { inputs, wild } from './schemaValues.ts'
import type { Sent } from './wire.ts'

/** The fuzzer leaves out these calls, because they contact outside servers. Other tests attack these calls. */
const leftOut = new Set([
  'POST /api/admin/email-configurations/test',
  'POST /api/admin/email-configurations/send-test',
])

export interface Shot {
  http: string
  asked: Sent
}

interface Shape {
  type: string
  isBroken: boolean
  isTwice: boolean
  pathWord: string | null
}

const shapes: Arbitrary<Shape> = fc.record({
  type: fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 12 },
    fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/csv',
      'application/xml',
      'a/b/c',
      '',
    ),
  ),
  isBroken: fc.oneof({ arbitrary: fc.constant(false), weight: 15 }, fc.constant(true)),
  isTwice: fc.oneof({ arbitrary: fc.constant(false), weight: 9 }, fc.constant(true)),
  pathWord: fc.oneof(
    { arbitrary: fc.constant(null), weight: 9 },
    fc.constantFrom(
      '%00',
      '%ff',
      '%zz',
      '..%2f..',
      '%e2%80%ae',
      'a'.repeat(400),
      '%0d%0aset-cookie:a',
      '1e3',
      '-1',
      '0',
    ),
  ),
})

/** Returns an HTTP request with path parameters in the path and other values in the query string or the body. */
function asked(http: string, input: Record<string, unknown>, shape: Shape): Sent {
  const [method = 'GET', pattern = ''] = http.split(' ')
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return shape.pathWord ?? (escaped(String(isPlain(value) ? value : 'x')) || 'x')
  })
  if (method === 'GET' || method === 'DELETE') {
    const pairs = Object.entries(rest)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${escaped(name)}=${escaped(isPlain(value) ? String(value) : text(value))}`)
    const query = [...pairs, ...(shape.isTwice ? pairs : [])].join('&').slice(0, 12_000)
    return { method, url: query ? `${path}?${query}` : path }
  }
  const body = text(rest)
  return {
    method,
    url: path,
    headers: { 'content-type': shape.type },
    payload: shape.isBroken ? body.slice(0, -1) : body,
  }
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
const escaped = (value: string) => encodeURIComponent(value.toWellFormed()).slice(0, 2_000)

/** Returns a value as JSON; `null` for a value that JSON.stringify cannot write. */
function text(value: unknown): string {
  try {
    return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'null'
  } catch {
    return 'null'
  }
}

function pageShots(): Arbitrary<Shot> {
  const piece = fc.constantFrom(
    ...[
      'tratte',
      'transfer-aeroporto-brindisi-gallipoli',
      'blog',
      'prezzi',
      'richiesta',
      'mappa',
      'media',
      'admin',
      'newsletter',
    ],
    ...[
      'condivisione',
      'calendario',
      'conferma',
      'assets',
      'sitemap-1.xml',
      '..',
      '.',
      '',
      '%2e%2e',
      '%00',
      '%zz',
      '%c3',
      '\\',
      '%C3%A0',
    ],
    ...[
      'x'.repeat(3_000),
      '234567-aaaaaaaaaaaaaaaaaaaaaa',
      'AAAAAA-aaaaaaaaaaaaaaaaaaaaaa',
      'transfer.ics',
      '%ed%a0%80',
      '{}',
      '%5B%5D',
    ],
  )
  const path = fc
    .tuple(fc.array(piece, { maxLength: 4 }), fc.boolean())
    .map(([parts, slash]) => `/${parts.join('/')}${slash ? '/' : ''}`)
  const name = fc.constantFrom(
    'departure',
    'destination',
    'inviata',
    'codice',
    'categoria',
    'pagina',
    'data',
    't',
    'fatto',
    '__proto__',
  )
  const query = fc
    .array(fc.tuple(name, fc.oneof(wild, fc.constantFrom('2026-12-01', '2026-02-31', '2', '1'))), {
      maxLength: 3,
    })
    .map((pairs) =>
      pairs
        .map(([key, value]) => `${key}=${escaped(String(isPlain(value) ? value : text(value)))}`)
        .join('&'),
    )
  const read = fc
    .tuple(fc.constantFrom('GET', 'HEAD'), path, query)
    .map(([method, url, rest]) => ({ method, url: rest ? `${url}?${rest}` : url }))
  const formPath = fc.oneof(
    fc.constantFrom(
      '/richiesta/',
      '/contatti/',
      '/newsletter/',
      '/newsletter/conferma/',
      '/newsletter/disiscrizione/',
    ),
    fc.constantFrom(
      '/richiesta/AAAAAA-aaaaaaaaaaaaaaaaaaaaaa/',
      '/api/admin/login',
      '/api/webhooks/brevo/x',
      '/api/webhooks/brevo-inbound/x',
      '/api/admin/logout',
    ),
    path,
  )
  const form = fc.tuple(formPath, wild, shapes, fc.boolean()).map(([url, value, shape, isForm]) => ({
    method: 'POST',
    url,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : shape.type },
    payload: isForm ? `name=${escaped(text(value))}&__proto__=1&t=${escaped(text(value))}` : text(value),
  }))
  const files = fc
    .tuple(
      fc.constantFrom('/api/admin/uploads', '/api/bulk-pricing/import'),
      fc.uint8Array({ maxLength: 300 }),
      shapes,
    )
    .map(([url, bytes, shape]) => ({
      method: 'POST',
      url,
      headers: { 'content-type': shape.type },
      payload: Buffer.from(bytes),
    }))
  const exports = fc
    .tuple(fc.constantFrom('/api/admin/leads/export.csv', '/api/bulk-pricing/export.csv'), query)
    .map(([url, rest]) => ({
      method: 'GET',
      url: `${url}?${rest}`,
    }))
  return fc
    .oneof({ arbitrary: read, weight: 6 }, { arbitrary: form, weight: 3 }, files, exports)
    .map((asked) => ({ http: `${asked.method} ${asked.url.replace(/\?.*/, '').slice(0, 60)}`, asked }))
}

export function show({ asked }: Shot): string {
  const { method, url, headers, payload } = asked
  return `${method} ${String(url).slice(0, 300)} ${JSON.stringify(headers ?? {})} ${String(payload ?? '').slice(0, 600)}`
}

/** Calls with inputs generated from their contracts, and generated requests for pages, forms and files. */
export const shots: Arbitrary<Shot> = fc.oneof(
  ...handlers
    .filter(({ message }) => !leftOut.has(message.http))
    .map(({ message: { http, input } }) =>
      fc.tuple(inputs(input), shapes).map(([value, shape]) => ({ http, asked: asked(http, value, shape) })),
    ),
  { arbitrary: pageShots(), weight: 30 },
)
