import type { Screens } from '../sections.ts'

export const settingsScreens: Screens = {}
