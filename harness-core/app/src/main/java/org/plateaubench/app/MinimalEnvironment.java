// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** What a process that somebody asks for from outside gets to know of the environment of the one that starts it. */
public final class MinimalEnvironment {
    /** Where programs, plugins and temporary files are, and how people here write. */
    private static final Set<String> NEEDED = Set.of(
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "PATH",
            "PLATEAU_PLUGINS",
            "TMPDIR",
            "TZ",
            "XDG_CACHE_HOME");

    private MinimalEnvironment() {}

    /**
     * Takes out of an environment what is not needed.
     *
     * @param further names that stay as well
     */
    public static void reduce(Map<String, String> environment, Collection<String> further) {
        environment.keySet().removeIf(name -> !NEEDED.contains(name) && !further.contains(name));
    }
}
