// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.Map;
import java.util.Set;

/**
 * What a program of a SUT gets to know of the harness's environment: what names the user, the search path, the locale and
 * the temporary folder. What else the harness was given, secrets and options of its JVM among it, is not a SUT's business.
 */
public final class ChildEnvironment {
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR");

    private ChildEnvironment() {}

    /** Takes everything else out of the environment that a process is going to have. */
    public static void reduce(Map<String, String> environment) {
        environment.keySet().retainAll(INHERITED);
    }
}
