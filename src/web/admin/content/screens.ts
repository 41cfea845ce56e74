import type { Screens } from '../sections.ts'

export const contentScreens: Screens = {}
