/** Functions that draw maps on the server, as SVG. */
export { coastSymbol, pictureOf } from './coast.ts'
export { drawMap } from './map.ts'
