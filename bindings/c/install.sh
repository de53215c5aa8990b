#!/bin/sh
# Builds carom for C and installs it: bindings/c/install.sh [prefix], by default /usr/local.
# Headers go to prefix/include, libraries to prefix/lib, and carom.pc to prefix/lib/pkgconfig.
set -eu
prefix=${1:-/usr/local}
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/Cargo.toml" | head -n 1)
# An absolute prefix, which carom.pc needs.
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
prefix=$(cd "$prefix" && pwd)
cargo build --release --locked --manifest-path "$here/Cargo.toml"
built="${CARGO_TARGET_DIR:-$here/target}/release"
install -m 644 "$here/include/carom.h" "$here/include/carom.hpp" "$here/include/carom2d.hpp" "$prefix/include/"
install -m 644 "$built/libcarom.a" "$prefix/lib/"
case $(uname -s) in
  Darwin) install -m 755 "$built/libcarom.dylib" "$prefix/lib/" ;;
  *)
    install -m 755 "$built/libcarom.so" "$prefix/lib/libcarom.so.$version"
    ln -sf "libcarom.so.$version" "$prefix/lib/libcarom.so.${version%.*}"
    ln -sf "libcarom.so.${version%.*}" "$prefix/lib/libcarom.so"
    ;;
esac
sed -e "s|@prefix@|$prefix|" -e "s|@version@|$version|" "$here/carom.pc.in" >"$prefix/lib/pkgconfig/carom.pc"
