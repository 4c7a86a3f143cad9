// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.util.List;
import org.plateaubench.api.Finding;

/** Checks of keys that belong to one mode of a SUT. */
public final class ModeKeys {
    private ModeKeys() {}

    /** A key of the other mode; one that repeats its default cannot be told from one that is not given. */
    public static void foreign(List<Finding> findings, String key, boolean isGiven, String mode) {
        if (isGiven) {
            findings.add(
                    Finding.problem("The key belongs to mode " + mode + ".", "Take it out or set 'mode: " + mode + "'.")
                            .about(key));
        }
    }
}
