/** Loaded before a program to set its clock: `CLOCK_SHIFT_MS` from now. */
const shift = Number(process.env.CLOCK_SHIFT_MS)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shift
  }
}

Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shift })
