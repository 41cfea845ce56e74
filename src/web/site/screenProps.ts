import type { View } from '../../modules/content/pages/contract.ts'

/** Props of a screen: the view of the same kind. */
export type ScreenProps<K extends View['kind']> = Extract<View, { kind: K }>
