# Sourced, from the folder of a package: builds a program as a firmware image, which is one file without
# libraries, with its functions in the order of their use.
#   firmware_package FOLDER                     makes FOLDER a copy of the package that uses Cairn without libudev
#   firmware_linker WORK                        prepares a folder; sets the array firmware_image to the linker's arguments
#   firmware_build PRODUCT [FLAG ...]           builds .build-static/release/PRODUCT, its functions in no order yet
#   firmware_file PRODUCT FILE [ARGUMENT ...]   runs that with the arguments, and links FILE in the order it showed
#   from_storage FILE                           what reads the file next reads it from storage, as after a boot
# shellcheck shell=bash

# A static program cannot link libudev, which is a trait of Cairn that is on by default.
firmware_package() { # FOLDER
  mkdir -p "$1"
  sed "s|path: \"..\"|path: \"$(realpath ..)\", traits: []|" Package.swift >"$1/Package.swift"
  grep -q 'traits: \[\]' "$1/Package.swift"
  ln -sfn "$PWD/Sources" "$1/Sources"
}

firmware_linker() { # WORK
  # The callers' own folder is a constant, which a variable of the same name cannot hide.
  local folder argument
  folder=$(realpath "$1")
  "$(dirname "${BASH_SOURCE[0]}")/../lean-linker.sh" "$folder" swiftCore swift_Concurrency swiftSynchronization
  # In the folder that is searched first.
  cp "$("$(dirname "$(command -v swift)")/clang" --print-file-name=libstdc++.a)" "$folder/lean"
  # The order of functions is empty at first, because adding the argument later would recompile everything.
  : >"$folder/order"
  firmware_orders=$folder/order
  firmware_image=(-use-ld=lld -Xclang-linker --ld-path="$folder/ld" -Xlinker --gc-sections -Xlinker --icf=all
    -Xlinker --symbol-ordering-file="$folder/order" -Xlinker --no-warn-symbol-ordering)
  firmware_passed=()
  for argument in "${firmware_image[@]}"; do firmware_passed+=(-Xswiftc "$argument"); done
}

firmware_build() { # PRODUCT [FLAG ...]
  firmware_flags=("${@:2}")
  firmware_package .build-static/package
  firmware_link "$1"
}

# In a section of its own, a function can be placed anywhere or left out.
firmware_link() { # PRODUCT
  swift build -q -c release -debug-info-format none --package-path .build-static/package \
    --scratch-path .build-static --product "$1" --static-swift-stdlib -Xswiftc -static-executable \
    ${firmware_flags[@]+"${firmware_flags[@]}"} \
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
    "${firmware_passed[@]}" -Xlinker --no-eh-frame-hdr
}

firmware_file() { # PRODUCT FILE [ARGUMENT ...]
  local built=.build-static/release/$1 functions
  functions=$(timeout -k 5 300 ../scripts/install/symbol-order.sh "$built" "${@:3}") || return
  printf '%s\n' "$functions" >"$firmware_orders"
  find .build-static/release/Cairn*.build -name '*.o' -exec \
    objcopy --preserve-dates --remove-section=.eh_frame --remove-section=.rela.eh_frame {} \;
  # Removed so that it is linked again; nothing is recompiled.
  rm "$built"
  firmware_link "$1"
  strip -o "$2" "$built"
  from_storage "$2"
}

# How much of a newly written file is mapped depends on how it was written, unless the page cache forgets it.
from_storage() { # FILE
  sync "$1"
  dd if="$1" iflag=nocache count=0 status=none
}
