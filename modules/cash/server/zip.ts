// A ZIP archive (APPNOTE 6.3, without extensions), entry by entry: only one file is in memory at a time. The same entries give the same bytes:
// the time of each is the one that is given. At most 65,535 entries and 4 GB, which is far beyond what one period holds.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

const maxEntries = 65_535;
const maxBytes = 0xff_ff_ff_ff;
/** Names are UTF-8. */
const flags = 0x08_00;

export async function* zip(entries: AsyncIterable<ZipEntry>, day: string): AsyncGenerator<Uint8Array> {
  const [year = 1980, month = 1, date = 1] = day.split("-").map(Number);
  const dosDay = ((Math.max(year, 1980) - 1980) << 9) | (month << 5) | date;
  const central: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes, { level: 6 });
    const isSmaller = packed.length < bytes.length;
    const data = isSmaller ? packed : Buffer.from(bytes);
    const title = Buffer.from(name, "utf8");
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(isSmaller ? 8 : 0, 4);
    shared.writeUInt16LE(0, 6);
    shared.writeUInt16LE(dosDay, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), shared, title]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), shared, rest, title]));
    offset += local.length + data.length;
    if (central.length > maxEntries || offset > maxBytes)
      throw new Error("Too much for one archive: choose a shorter period.");
    yield local;
    yield data;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield directory;
  yield end;
}
