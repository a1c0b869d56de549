/** A number as people read it: three digits that count, thousands apart. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(digits, 3) });
}
