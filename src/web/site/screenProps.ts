import type { View } from '../../modules/content/pages/contract.ts'

export type ScreenProps<K extends View['kind']> = Extract<View, { kind: K }>
