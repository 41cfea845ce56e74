/** Addresses of the built files that a page's document names. */
export interface Assets {
  boot: string
  app: string
  css: string
  fonts: string[]
  icon: string
}

/** The part of Vite's manifest.json that is read here. */
export type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

export function assetsFrom(manifest: Manifest): Assets {
  const read = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`manifest.json has no ${source}: run vite build`)
    return chunk
  }
  const boot = read('src/web/boot.ts')
  const [css] = boot.css ?? []
  if (!css) throw new Error('manifest.json has no stylesheet for src/web/boot.ts')
  return {
    boot: `/${boot.file}`,
    app: `/${read('src/web/site/app.tsx').file}`,
    css: `/${css}`,
    fonts: (boot.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    icon: `/${read('src/web/icon.svg').file}`,
  }
}
