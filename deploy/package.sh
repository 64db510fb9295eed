#!/usr/bin/env bash
# deploy/package.sh TARGET: builds a static binary and packs it, with what an operator needs, into target/package.
#
# TARGET is x86_64-unknown-linux-musl or aarch64-unknown-linux-musl, and of this machine's kind: the binary itself
# writes its manual pages. It takes Rust with that target, Node.js, and `pip install cargo-zigbuild ziglang`.
set -euo pipefail
target=$1
cd "$(dirname "$0")/.."

(cd web && npx -y pnpm@10.34.8 install --frozen-lockfile && npx -y pnpm@10.34.8 run build)
cargo zigbuild --release --locked --package mitai-server --target "$target"

binary=${CARGO_TARGET_DIR:-target}/$target/release/mitai
version=$("$binary" --version | cut -d ' ' -f 2)
name=mitai-$version-$target
folder=target/package/$name
rm -rf "$folder"
mkdir -p "$folder/completions"
cp "$binary" ./*.md LICENSE-APACHE LICENSE-MIT "$folder"
cp -r deploy docs "$folder"
for shell in bash zsh fish; do
  "$binary" completions "$shell" > "$folder/completions/mitai.$shell"
done
"$binary" man "$folder/man"

cd target/package
date=$(git log -1 --format=%cI)
tar --create --sort name --mtime "$date" --owner 0 --group 0 --numeric-owner "$name" | gzip --no-name > "$name.tar.gz"
sha256sum "$name.tar.gz" > "$name.tar.gz.sha256"
rm -r "$name"
