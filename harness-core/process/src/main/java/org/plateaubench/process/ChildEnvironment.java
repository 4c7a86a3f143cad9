// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.Map;
import java.util.Set;

/**
 * The part of the harness's environment that a program of a SUT inherits: the variables that name the user, the search
 * path, the locale and the temporary folder. It inherits nothing else, so neither secrets nor the JVM options of the
 * harness.
 */
public final class ChildEnvironment {
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR");

    private ChildEnvironment() {}

    /** Removes all other variables from the environment of a process that is about to start. */
    public static void reduce(Map<String, String> environment) {
        environment.keySet().retainAll(INHERITED);
    }
}
