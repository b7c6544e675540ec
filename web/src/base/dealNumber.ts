/** Deals by their numbers, as people type them. */

export const MAX_DEAL = 4294967295;
export const DEAL_NUMBERS = `Deal numbers are whole numbers from 1 to ${MAX_DEAL.toLocaleString("en")}.`;

/** The number that was typed; null if there is no such deal. Commas between digits are as `DEAL_NUMBERS` writes them. */
export function parseDeal(text: string): number | null {
  const digits = text.trim().replaceAll(",", "");
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= MAX_DEAL ? number : null;
}
