/** The same drawing is asked for on many pages: each is computed once. */
export function remembered<Options extends unknown[], Flow>(draw: (...options: Options) => Flow) {
  const drawn = new Map<string, Flow>();
  return (...options: Options): Flow => {
    const key = JSON.stringify(options);
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const flow = draw(...options);
    drawn.set(key, flow);
    return flow;
  };
}
