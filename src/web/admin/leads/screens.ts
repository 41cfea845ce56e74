import type { Screens } from '../sections.ts'

export const leadsScreens: Screens = {}
