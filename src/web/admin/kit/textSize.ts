/** The panel's font size in pixels, unless the browser's settings enlarge the text. */
const usualPx = 15

/** Converts pixels at the panel's usual font size to a length that grows with the text. */
export const rem = (pixels: number): string => `${pixels / usualPx}rem`

/** Returns how many times as large as usual the text is. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualPx
