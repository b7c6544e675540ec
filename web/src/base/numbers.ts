/** A number as players read it: with so many decimals at most, and a minus sign in place of a hyphen. */
export function numberText(value: number, decimals = 0): string {
  const power = 10 ** decimals;
  return String(Math.round(value * power) / power).replace("-", "−");
}
