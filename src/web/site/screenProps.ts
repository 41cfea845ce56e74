import type { View } from '../../modules/content/pages/contract.ts'

/** The props of a screen are its view. */
export type ScreenProps<K extends View['kind']> = Extract<View, { kind: K }>
