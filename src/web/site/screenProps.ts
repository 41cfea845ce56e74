import type { View } from '../../modules/content/pages/contract.ts'

/** What a screen is given: its kind of view. */
export type ScreenProps<K extends View['kind']> = Extract<View, { kind: K }>
