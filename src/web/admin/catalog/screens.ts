import type { Screens } from '../sections.ts'

export const catalogScreens: Screens = {}
