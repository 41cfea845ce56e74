// Vite bundles these exports for the server, which draws the maps.
export { coastSymbol, pictureOf } from './coast.ts'
export { drawMap } from './map.ts'
