import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RoutePlace } from '../../catalog/book/contract.ts'
import type { Drawing, Picture, SocialWords } from './contract.ts'

// Loads Vite's bundle, because the packages of src/web/drawn are installed only for the build.

type End = Pick<RoutePlace, 'name' | 'latitude' | 'longitude'>

interface Maps {
  drawMap(drawing: Drawing): string
  /** SVG symbol of the coast, used by all pictures on a page. */
  coastSymbol: string
  pictureOf(route: { from: End; to: End } | null): Picture
}

interface Words {
  drawWords(words: SocialWords): Promise<string>
}

interface Fonts {
  /** Font files as data URLs. */
  paperFonts: Record<'regular' | 'bold', string>
}

const built = path.join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'server')
const load = (name: string) => import(pathToFileURL(path.join(built, `${name}.js`)).href)

export const maps = (): Promise<Maps> => load('maps')
export const socialWords = (): Promise<Words> => load('socialWords')
export const fonts = (): Promise<Fonts> => load('paperFonts')
