# SPDX-License-Identifier: Apache-2.0
#
# Sourced by ./plateau and ./verify: searches for a JDK, and contains the message if there is none.

readonly REQUIRED_JAVA=25
# shellcheck disable=SC2034
readonly JDK_MISSING="a JDK $REQUIRED_JAVA or newer is needed and was not found; install one \
(sudo apt-get install openjdk-$REQUIRED_JAVA-jdk, or temurin-$REQUIRED_JAVA-jdk from Adoptium, or sdk install java) or set JAVA_HOME."

# Prints the major version of the JDK at $1; nothing if there is none. Reads its `release` file: no JVM is started.
java_major() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# The first suitable JDK is used: first the user's choice, then JDKs in the usual folders.
find_jdk() {
    local candidate major on_path
    on_path=$(command -v java 2>/dev/null || true)
    if [ -n "$on_path" ]; then
        on_path=$(readlink -f "$on_path" 2>/dev/null || printf '%s' "$on_path")
        on_path=${on_path%/bin/java}
    fi
    for candidate in \
        "${JAVA_HOME:-}" \
        "$on_path" \
        /usr/lib/jvm/* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* \
        /opt/* /opt/java/* /opt/jdk/* \
        /usr/local/openjdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        [ -n "$candidate" ] || continue
        major=$(java_major "$candidate")
        if [ -n "$major" ] && [ "$major" -ge "$REQUIRED_JAVA" ]; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}
