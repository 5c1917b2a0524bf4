/** Faults that were asked for. The newest that fits applies, as many times as was said. */
export function scriptFaults<Fault>() {
  let faults: { fault: Fault; where: RegExp; times: number }[] = []

  return {
    add(fault: Fault, where = /./, times = Number.POSITIVE_INFINITY): void {
      faults = [{ fault, where, times }, ...faults]
    },
    clear(): void {
      faults = []
    },
    next(place: string): Fault | undefined {
      const found = faults.find(({ where, times }) => times > 0 && where.test(place))
      if (found) found.times -= 1
      return found?.fault
    },
  }
}
