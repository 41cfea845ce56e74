import regular from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?inline'
import bold from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?inline'

/** Data URLs of fonts with Latin, Greek and Cyrillic letters. PDF's built-in fonts lack most of these letters. */
export const paperFonts = { regular, bold }
