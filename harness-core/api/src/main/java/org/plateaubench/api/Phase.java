// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** The parts of a run, in order. */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Phase {
    /** SUTs start, data is loaded and checked; nothing is measured. */
    PREPARE("prepare"),
    /** Users start. */
    RAMP_UP("ramp-up"),
    /** The measured window. */
    STEADY("steady"),
    /** The load continues, so that operations begun in the window end under load. */
    RAMP_DOWN("ramp-down"),
    /** Nothing new starts; operations in flight may end. */
    DRAIN("drain");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    /** Name in files, tags and tables. */
    public String label() {
        return label;
    }
}
