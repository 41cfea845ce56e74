/** Every map of the product, as SVG for the server to send. */
export { coastSymbol, pictureOf } from './coast.ts'
export { drawMap } from './map.ts'
