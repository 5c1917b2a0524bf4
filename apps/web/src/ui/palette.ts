/** Ten steps from light to dark. */
type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

/** Amber of a brass key: the one accent. */
const brass: Ramp = [
  '#FDF6E7',
  '#FAE9C6',
  '#F3D596',
  '#EBBF66',
  '#E0A23A',
  '#CC8D2A',
  '#B7791F',
  '#925E18',
  '#6E4614',
  '#4A2F10',
]

/** Blue-black neutrals for text and dark surfaces. */
const ink: Ramp = [
  '#EEF1F5',
  '#D9DEE6',
  '#B9C1CD',
  '#949EAE',
  '#707B8D',
  '#535D6E',
  '#3B4453',
  '#2A313D',
  '#1D232D',
  '#14181F',
]

/** Warm off-whites for surfaces. */
const paper: Ramp = [
  '#FFFDF9',
  '#FBF8F2',
  '#F4EEE2',
  '#EBE2D2',
  '#DED2BD',
  '#CBBBA1',
  '#B3A185',
  '#94836A',
  '#736551',
  '#534939',
]

/** Plants, and "free" in the interface. */
const leaf: Ramp = [
  '#EEF6EE',
  '#D5E8D6',
  '#B1D3B4',
  '#88BA8E',
  '#639F6C',
  '#468551',
  '#366B42',
  '#2B5536',
  '#21412A',
  '#172E1E',
]

/** Danger in the interface; terracotta in pictures, sparingly. */
const brick: Ramp = [
  '#FBEEEA',
  '#F5D6CD',
  '#EAB3A4',
  '#DC8B77',
  '#CB6850',
  '#B54F38',
  '#97402D',
  '#773325',
  '#58271D',
  '#3B1B15',
]

/** Blue-greys of the evening. */
const dusk: Ramp = [
  '#EFF3F8',
  '#DAE3EE',
  '#BCCBDD',
  '#98AEC8',
  '#758FB0',
  '#587395',
  '#455C7A',
  '#354860',
  '#263549',
  '#182333',
]

export const palette = { brass, ink, paper, leaf, brick, dusk }
