// FNV-1a of 64 bits, as crates/carom-format/src/hash.rs has it: of bytes, whole numbers, texts and doubles.

const PRIME = 0x100000001b3n, ALL = 2n ** 64n - 1n;

export class Fnv {
  value = 0xcbf29ce484222325n;
  view = new DataView(new ArrayBuffer(8));

  bytes(bytes) {
    for (const byte of bytes) this.value = (this.value ^ BigInt(byte)) * PRIME & ALL;
  }

  /** A whole number of 64 bits. */
  add(bits) {
    this.view.setBigUint64(0, BigInt.asUintN(64, BigInt(bits)), true);
    this.bytes(new Uint8Array(this.view.buffer));
  }

  double(x) {
    this.view.setFloat64(0, x, true);
    this.bytes(new Uint8Array(this.view.buffer));
  }

  vector({ x, y, z }) {
    [x, y, z].forEach((x) => this.double(x));
  }

  text(text) {
    this.bytes([...new TextEncoder().encode(text), 0xff]);
  }

  digits() {
    return this.value.toString(16).padStart(16, "0");
  }
}
