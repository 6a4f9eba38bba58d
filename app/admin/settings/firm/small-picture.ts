/** A picture as a small PNG or WebP in a data address: it fits a row, and is drawn again, so that nothing else in the file comes along. */
export async function smallPicture(file: File, { side, square }: { side: number; square: boolean }): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("This is not a picture that the browser can read. Choose a PNG or JPEG.");
  });
  const { width, height } = picture;
  const cut = Math.min(width, height);
  const from = square
    ? { x: (width - cut) / 2, y: (height - cut) / 2, width: cut, height: cut }
    : { x: 0, y: 0, width, height };
  const scale = Math.min(1, side / Math.max(from.width, from.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(from.width * scale));
  canvas.height = Math.max(1, Math.round(from.height * scale));
  canvas
    .getContext("2d")
    ?.drawImage(picture, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL(square ? "image/jpeg" : "image/png", 0.9);
}
