import type { FastifyPluginAsync } from 'fastify'
import { builtAssets } from './assets.ts'
import { finished, sendKept } from './replies.ts'

/** Serves one empty document for every `/admin/…` URL. The document's script renders the page. */
export const panel: FastifyPluginAsync = async (app) => {
  const assets = builtAssets()
  const fonts = assets.fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  )
  const document = finished(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
    '<!doctype html><html lang="it"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
      `<title>Pannello admin</title>${fonts.join('')}<link rel="stylesheet" href="${assets.adminCss}">` +
      `<link rel="icon" href="${assets.icon}" type="image/svg+xml"><meta name="theme-color" content="#11243d">` +
      '<link rel="manifest" href="/pannello.webmanifest"><link rel="apple-touch-icon" href="/pannello-192.png">' +
      `<script type="module" src="${assets.admin}"></script></head>` +
      '<body><div id="panel"><p class="p-6">Verifica autenticazione...</p></div>' +
      '<noscript>Il pannello ha bisogno di JavaScript.</noscript></body></html>',
  )
  app.get('/admin', async (_request, reply) => reply.redirect('/admin/', 301))
  app.get('/admin/*', async (request, reply) => sendKept(request, reply, document))
}
