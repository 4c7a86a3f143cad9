// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * The part of the environment that a process gets when it is started for an untrusted request. Stateless and
 * thread-safe.
 */
public final class MinimalEnvironment {
    private static final Set<String> NEEDED = Set.of(
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "PATH",
            "PLATEAU_BINARIES",
            "PLATEAU_PLUGINS",
            "TMPDIR",
            "TZ",
            "XDG_CACHE_HOME");

    private MinimalEnvironment() {}

    public static void reduce(Map<String, String> environment, Collection<String> further) {
        environment.keySet().removeIf(name -> !NEEDED.contains(name) && !further.contains(name));
    }
}
