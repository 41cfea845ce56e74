/** URL paths of built files. */
export interface Assets {
  boot: string
  /** Imports of `boot`, which pages preload. */
  bootImports: string[]
  app: string
  css: string
  fontsCss: string
  /**
   * Text of `fontsCss` and `css`. A document contains its part of it, because a file would cost a round trip before the
   * first paint.
   */
  styles: string
  fonts: string[]
  icon: string
  admin: string
  adminCss: string
}

/** Fields of Vite's manifest.json that the server uses. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; assets?: string[] }>

export function assetsFrom(manifest: Manifest, textOf: (file: string) => string): Assets {
  const read = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`manifest.json has no ${source}: run vite build`)
    return chunk
  }
  const boot = read('src/web/boot.ts')
  const admin = read('src/web/admin/main.tsx')
  const [adminCss] = admin.css ?? []
  if (!adminCss) throw new Error('manifest.json has no stylesheet for src/web/admin/main.tsx')
  const app = read('src/web/site/shell/app.tsx')
  const [css] = app.css ?? []
  if (!css) throw new Error('manifest.json has no stylesheet for src/web/site/shell/app.tsx')
  const fonts = read('src/web/fonts.css')
  return {
    boot: `/${boot.file}`,
    bootImports: (boot.imports ?? []).map((source) => `/${read(source).file}`),
    app: `/${app.file}`,
    css: `/${css}`,
    fontsCss: `/${fonts.file}`,
    styles: textOf(fonts.file) + textOf(css),
    fonts: (fonts.assets ?? []).filter((file) => /-site-[^/]*\.woff2$/.test(file)).map((file) => `/${file}`),
    admin: `/${admin.file}`,
    adminCss: `/${adminCss}`,
    icon: `/${read('src/web/icon.svg').file}`,
  }
}
