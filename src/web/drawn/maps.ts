/** All maps, as SVG that the server sends. */
export { coastSymbol, pictureOf } from './coast.ts'
export { drawMap } from './map.ts'
