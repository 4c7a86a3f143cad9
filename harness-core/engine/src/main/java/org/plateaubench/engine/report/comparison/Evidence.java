// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/** Whether the runs themselves can tell a change from chance. It says nothing of what a repetition would give. */
public enum Evidence {
    /** The value is the same. */
    EQUAL("equal"),
    /** The values lie no farther apart than the blocks of their steady windows scatter. */
    WITHIN("within-spread"),
    /** They lie farther apart than that. */
    BEYOND("beyond-spread"),
    /** There is too little to tell, or a value is only a bound, or a run is not to be believed. */
    UNTOLD("not-told");

    private final String label;

    Evidence(String label) {
        this.label = label;
    }

    /** The word in files. */
    public String label() {
        return label;
    }
}
