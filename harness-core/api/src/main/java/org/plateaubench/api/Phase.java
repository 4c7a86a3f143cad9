// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The parts of a run, in order. */
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
