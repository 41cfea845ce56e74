import { readFileSync, writeFileSync } from 'node:fs'
import nodePath from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { siteFonts } from './scripts/fonts.ts'

/** Gives the icon a hashed URL and an entry in the manifest, because no module imports the icon. */
function icon(path: string): Plugin {
  return {
    name: 'icon',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      const name = path.slice(path.lastIndexOf('/') + 1)
      this.emitFile({ type: 'asset', name, originalFileName: path, source: readFileSync(path) })
    },
  }
}

/** Makes the panel installable on phones: manifest, service worker, and PNG icons for systems without SVG. */
function installable(path: string, serviceWorker: string): Plugin {
  return {
    name: 'installable',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      // A service worker controls only URLs below its own, here below `/admin/`.
      this.emitFile({ type: 'asset', fileName: 'admin/notifiche.js', source: readFileSync(serviceWorker) })
      const icons = [192, 512].map((size) => ({
        src: `/pannello-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      }))
      for (const { src, sizes } of icons) {
        const size = Number.parseInt(sizes, 10)
        const source = await sharp(path, { density: 72 * (size / 32) })
          .resize(size)
          .png()
          .toBuffer()
        this.emitFile({ type: 'asset', fileName: src.slice(1), source })
      }
      const manifest = {
        name: 'Pannello transfer',
        short_name: 'Pannello',
        description: 'Richieste, tratte e prezzi del servizio transfer',
        lang: 'it',
        id: '/admin/',
        start_url: '/admin/',
        scope: '/admin/',
        display: 'standalone',
        background_color: '#fbf7ef',
        theme_color: '#11243d',
        icons,
      }
      this.emitFile({ type: 'asset', fileName: 'pannello.webmanifest', source: JSON.stringify(manifest) })
    },
  }
}

/**
 * Compiles the ICU messages, because a parser in the browser would be larger than all messages. In the browser
 * the keys are numbers, and a catalog has only the messages of the files that the entries import, which saves
 * 0.9 KB of gzip per 107 messages.
 */
function messages(): Plugin {
  const literal = /'([a-z]+\.[a-zA-Z]+)'/g
  const all: Record<string, string> = JSON.parse(readFileSync('src/languages/it.json', 'utf8'))
  const { app, admin } = clientInput
  const keysOf = (entries: string[]) => {
    const used = sourcesOf(entries).flatMap((text) => Array.from(text.matchAll(literal), ([, key]) => key))
    return Object.keys(all).filter((key) => used.includes(key))
  }
  const keys = keysOf([app, admin])
  // The panel is Italian, so that the other languages need only the messages of the site.
  const keysOfSite = keysOf([app])
  const numbers = new Map(keys.map((key, number) => [key, String(number)]))
  return {
    name: 'messages',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (/\/src\/languages\/[a-z]+\.json$/.test(id)) {
        const own: Record<string, string> = JSON.parse(code)
        const needed = id.endsWith('/it.json') ? keys : keysOfSite
        return JSON.stringify(
          Object.fromEntries(needed.map((key) => [numbers.get(key), compile(own[key] ?? '')])),
        )
      }
      return /\/src\/.+\.tsx?$/.test(id)
        ? code.replace(literal, (text, key) => numbers.get(key) ?? text)
        : undefined
    },
  }
}

/** Returns the texts of files that the entries import, without the parts that only the server renders. */
function sourcesOf(entries: string[]): string[] {
  const sources = new Map<string, string>()
  function follow(file: string): void {
    if (sources.has(file)) return
    const text = readFileSync(file, 'utf8')
    const isStill = / \? still(?:Page|View)?\(/.test(text)
    // Ignores messages.ts, because the types of the messages name every key.
    sources.set(file, isStill || file.endsWith('/languages/messages.ts') ? '' : text)
    if (isStill) return
    for (const [, name = ''] of text.matchAll(
      /(?:^(?:import|export)\b(?! type)[^'"]*|import\()'(\.[^']+\.tsx?)'/gm,
    ))
      follow(nodePath.join(nodePath.dirname(file), name))
  }
  for (const entry of entries) follow(entry)
  return [...sources.values()]
}

const clientInput = {
  boot: 'src/web/boot.ts',
  fonts: 'src/web/fonts.css',
  app: 'src/web/site/shell/app.tsx',
  admin: 'src/web/admin/main.tsx',
}

/**
 * Modules of `boot` that other chunks import too. A file for each would need more connections than a browser opens (LCP
 * of Home 1.26 s instead of 1.18 s).
 */
const firstModules =
  /rolldown.runtime|preload-helper|src\/web\/(storage|ownPage|ui\/(fade|press)|consent\/(record|visit))\.ts$/

/** `npm run planted` builds often and lowers it: the highest quality takes a third of a build's processor time. */
const brotliQuality = Number(process.env.BROTLI_QUALITY ?? zlib.BROTLI_MAX_QUALITY)

/** Writes a highly compressed copy of each text file, so that no API process compresses files at its start. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const file = nodePath.join(dir, name)
        const bytes = readFileSync(file)
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality } }),
        )
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

// Overrides the caller's NODE_ENV, which could put React's development build into the pages. Vite reads
// NODE_ENV after this file.
process.env.NODE_ENV = 'production'

export default defineConfig({
  // Vite must not read the .env of compose.yaml in this folder.
  envDir: false,
  resolve: { alias: { '@fonts': await siteFonts() } },
  plugins: [
    messages(),
    react(),
    tailwindcss(),
    icon('src/web/icon.svg'),
    installable('src/web/icon.svg', 'src/web/admin/integrations/push/serviceWorker.js'),
    compressed(),
  ],
  appType: 'custom',
  publicDir: false,
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Preload hints would load React before the first interaction.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: clientInput,
          output: {
            codeSplitting: {
              groups: [{ name: 'first', test: firstModules }],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles all packages: rendering packages are not dependencies of the running server, and React is always its
      // production build.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            server: 'src/web/server.tsx',
            maps: 'src/web/drawn/maps.ts',
            paperFonts: 'src/web/drawn/paperFonts.ts',
            socialWords: 'src/web/drawn/socialWords.tsx',
          },
        },
      },
    },
  },
  builder: {},
})
