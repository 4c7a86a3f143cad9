// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The parts of a run, in order. */
public enum Phase {
    /** SUTs are started, data is loaded and checked; nothing is measured. */
    PREPARE("prepare"),
    /** The load rises to its level. */
    RAMP_UP("ramp-up"),
    /** The measured window. */
    STEADY("steady"),
    /** The load continues, so that operations of the steady window end under load. */
    RAMP_DOWN("ramp-down"),
    /** No operation is started; outstanding operations may end. */
    DRAIN("drain");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    /** The name in files, tags and tables. */
    public String label() {
        return label;
    }
}
