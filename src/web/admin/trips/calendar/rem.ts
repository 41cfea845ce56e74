/** Converts pixels at the panel's usual font size of 15 pixels to a length that grows with the text. */
export const rem = (pixels: number): string => `${pixels / 15}rem`
