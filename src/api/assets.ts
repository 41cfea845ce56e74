import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, assetsFrom } from '../web/assets.ts'
import { unknown } from './problem.ts'
import { type CachedResponse, finished, sendKept } from './replies.ts'

export const dist = path.join(import.meta.dirname, '..', '..', 'dist')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
}

interface Built {
  files: Map<string, CachedResponse>
  assets: Assets
}

let built: Built | undefined

/** Names under `assets` contain a hash, so browsers may cache the files for a year. Throws if there is no build. */
export const assets: FastifyPluginAsync = async (app) => {
  const { files } = builtSite()
  const send = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const kept = files.get(address)
    if (!kept) throw unknown()
    sendKept(request, reply, kept)
  }
  // One route for all files of the build, because a route costs each start a fifth of a millisecond.
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) =>
    send(request, reply, `/assets/${request.params['*']}`),
  )
  for (const address of files.keys())
    if (!address.startsWith('/assets/'))
      app.get(address, async (request, reply) => send(request, reply, address))
}

export function builtAssets(): Assets {
  return builtSite().assets
}

function builtSite(): Built {
  built ??= readBuilt()
  return built
}

function readBuilt(): Built {
  const client = path.join(dist, 'client')
  const manifest = path.join(client, '.vite', 'manifest.json')
  if (!existsSync(manifest)) throw new Error('The site is not built: run `npm run build`')
  const files = new Map<string, CachedResponse>()
  for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
    const type = types[path.extname(name)]
    const file = path.join(client, name)
    if (!type || name.startsWith('.vite') || !statSync(file).isFile()) continue
    const isHashed = name.startsWith(`assets${path.sep}`)
    const kept = finished(
      200,
      {
        'content-type': type,
        'cache-control': isHashed
          ? 'public, max-age=31536000, s-maxage=31536000, immutable'
          : 'public, max-age=86400, s-maxage=3600',
      },
      readFileSync(file),
      // The pages' policy would be half of the headers of a font or script, which loads nothing by its own policy.
      isHashed ? () => "default-src 'none'" : undefined,
    )
    if (existsSync(`${file}.br`)) {
      kept.br = readFileSync(`${file}.br`)
      kept.gzip = readFileSync(`${file}.gz`)
    }
    files.set(`/${name.split(path.sep).join('/')}`, kept)
  }
  const textOf = (file: string) => readFileSync(path.join(client, file), 'utf8')
  return { files, assets: assetsFrom(JSON.parse(readFileSync(manifest, 'utf8')), textOf) }
}
