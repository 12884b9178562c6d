#!/bin/sh
# Builds substitutes for the two base images of deploy/Dockerfile from Debian packages, for machines that cannot
# reach a container registry: stand-in-images.sh <working folder> [prefix of Node.js]
set -eu

work=$1
node_prefix=${2:-/usr}
release=trixie
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)
# The packages in gcr.io/distroless/cc-debian13.
distroless="base-files netbase tzdata ca-certificates libc6 libgcc-s1 libgomp1 libstdc++6 zlib1g libssl3t64"

mkdir -p "$work"
if [ ! -d "$work/build" ]; then
  debootstrap --variant=minbase --include=ca-certificates "$release" "$work/build.new" "$mirror"
  cp "$node_prefix/bin/node" "$work/build.new/usr/bin/node"
  mkdir -p "$work/build.new/usr/lib/node_modules"
  cp -r "$node_prefix/lib/node_modules/npm" "$work/build.new/usr/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/build.new/usr/bin/npm"
  mv "$work/build.new" "$work/build"
fi
if [ ! -d "$work/base" ]; then
  rm -rf "$work/base.new"
  mkdir -p "$work/base.new/tmp"
  for link in bin lib lib64 sbin; do
    mkdir -p "$work/base.new/usr/$link"
    ln -s "usr/$link" "$work/base.new/$link"
  done
  chmod 1777 "$work/base.new/tmp"
  rm -f "$work"/build/var/cache/apt/archives/*.deb
  chroot "$work/build" sh -c "apt-get update -q && cd /var/cache/apt/archives && apt-get download $distroless"
  for package in "$work"/build/var/cache/apt/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$work/base.new"
  done
  printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' >"$work/base.new/etc/passwd"
  printf 'root:x:0:\nnonroot:x:65532:\n' >"$work/base.new/etc/group"
  mv "$work/base.new" "$work/base"
fi
# The build must trust the same package registry as this machine.
cp /etc/ssl/certs/ca-certificates.crt "$work/build/etc/ssl/certs/ca-certificates.crt"
tar -C "$work/base" -cf - . | podman import --quiet - localhost/freehub-base
tar -C "$work/build" -cf - . |
  podman import --quiet --change ENV=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    - localhost/freehub-build
