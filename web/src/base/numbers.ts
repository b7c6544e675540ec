/** A number as players read it: rounded to some decimals, with a minus sign in place of a hyphen. */
export function numberText(value: number, decimals = 0): string {
  const power = 10 ** decimals;
  return String(Math.round(value * power) / power).replace("-", "−");
}
