/** A round step that parts a range into about a hundred: 0 to 10 goes by 0.1, 0 to 250 by 2. */
export function sliderStep(min: number, max: number): number {
  const rough = (max - min) / 100;
  if (!(rough > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const part = [1, 2, 5].findLast((one) => one * unit <= rough * 1.000001) ?? 1;
  return Number((part * unit).toPrecision(6));
}
