// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.Set;

/**
 * What decides whether a run is kept, read from its folder and not from the catalog. Immutable.
 *
 * @param id its id
 * @param name its name
 * @param datedAt when it ended, or, without an end, was last heard of
 * @param changedAt when any of its files was changed last
 * @param sizeBytes sum of the sizes of its plain files
 * @param spares why it is kept whatever the policy says
 */
record RunFacts(String id, String name, Instant datedAt, Instant changedAt, long sizeBytes, Set<Spare> spares) {
    RunFacts {
        spares = Set.copyOf(spares);
    }

    /** Why a run is kept whatever the policy says. */
    enum Spare {
        PINNED("pinned"),
        TAGGED("tagged"),
        /** Somebody wrote something of it. */
        NOTED("noted"),
        RUNNING("running"),
        /** Less than a day ago something changed: somebody may be at it, here or on another host. */
        RECENT("recent"),
        /** Of the future, or of before there were runs: a clock was wrong, and its age is not known. */
        MISDATED("misdated"),
        /** A symbolic link, or a folder whose name the harness never gave. */
        FOREIGN("foreign"),
        /** What it is, or what people said of it, is not known. */
        UNREADABLE("unreadable");

        private final String label;

        Spare(String label) {
            this.label = label;
        }

        /** The word in the API. */
        String label() {
            return label;
        }
    }
}
