#!/bin/sh
# Installs what building and testing need, and does nothing where all is there.
#   wasm/setup.sh          the toolchains, and the npm packages of the lock file
#   wasm/setup.sh --check  only says what is missing (exit status 1)
set -eu
cd "$(dirname "$0")/.."

# command or file : Debian package
need='
cmake:cmake
make:make
gcc:gcc
g++:g++
pkg-config:pkgconf
clang-19:clang-19
wasm-ld-19:lld-19
/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a:libclang-rt-19-dev-wasm32
/usr/lib/wasm32-wasi/libc.a:wasi-libc
emcc:emscripten
wasm-opt:binaryen
clang-format-14:clang-format-14
clang-tidy-14:clang-tidy-14
chromium:chromium
firefox-esr:firefox-esr
zsh:zsh
fish:fish
/usr/include/stdio.h:libc6-dev
'
is_there() {
    case $1 in
        /*) [ -e "$1" ] ;;
        *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

missing=''
for entry in $need; do
    is_there "${entry%%:*}" || missing="$missing ${entry##*:}"
done
missing=$(echo "$missing" | tr ' ' '\n' | sort -u | tr '\n' ' ')
missing=${missing# }

fail() {
    echo "setup: $1" >&2
    echo "setup: on another system, install by its own means: CMake 3.25 or newer, make, compilers of C and" >&2
    echo "setup: C++ with AddressSanitizer, pkg-config, clang and lld 19 with the wasm32 runtime and wasi-libc," >&2
    echo "setup: the Emscripten SDK, Binaryen (wasm-opt, wasm-metadce), clang-format 14, clang-tidy 14, Node.js 20 or" >&2
    echo "setup: newer with npm, and Chromium and Firefox for the tests in browsers (TCB_CHROMIUM and TCB_FIREFOX)." >&2
    exit 1
}

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    fail 'Node.js 20 or newer with npm is missing'
fi
node -e 'process.exitCode = parseInt(process.versions.node) < 20 ? 1 : 0' || fail "Node.js $(node --version) is too old: 20 or newer is needed"

if [ "${1:-}" = --check ]; then
    [ -z "$missing" ] || { echo "setup: missing: $missing" >&2; exit 1; }
    [ -e node_modules/.package-lock.json ] || { echo 'setup: missing: the npm packages of package-lock.json' >&2; exit 1; }
    exit 0
fi

if [ -n "$missing" ]; then
    command -v apt-get >/dev/null 2>&1 || fail "missing: $missing"
    if [ "$(id -u)" = 0 ]; then
        root=''
    elif command -v sudo >/dev/null 2>&1; then
        root='sudo'
    else
        fail "missing: $missing (and neither root nor sudo to install them)"
    fi
    echo "setup: installing Debian packages: $missing"
    $root apt-get update -q >/dev/null
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing >/dev/null
fi

# `npm ci` only when the installed tree is not that of the lock file.
if ! cmp -s package-lock.json node_modules/.installed-lock 2>/dev/null; then
    echo 'setup: installing the npm packages of package-lock.json'
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed-lock
fi
