// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.Set;

/**
 * The facts that decide whether a run is kept, read from its folder and not from the catalog. Immutable.
 *
 * @param id its id
 * @param name its name
 * @param datedAt when it ended or, without an end, when it last wrote
 * @param changedAt when any of its files was last changed
 * @param sizeBytes sum of the sizes of its plain files
 * @param spares why it is kept independent of the policy
 */
record RunFacts(String id, String name, Instant datedAt, Instant changedAt, long sizeBytes, Set<Spare> spares) {
    RunFacts {
        spares = Set.copyOf(spares);
    }

    /** Why a run is kept independent of the policy. */
    enum Spare {
        PINNED,
        TAGGED,
        /** A user annotated it. */
        NOTED,
        RUNNING,
        /** It changed less than a day ago: a user may be working with it, here or on another host. */
        RECENT,
        /** Its date is in the future, or before the harness existed: a clock was wrong, and its age is unknown. */
        MISDATED,
        /** It is a symbolic link, or a folder whose name the harness never gave. */
        FOREIGN,
        /** Its data or its annotation cannot be read. */
        UNREADABLE
    }
}
