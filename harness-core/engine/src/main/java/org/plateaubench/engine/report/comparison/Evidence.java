// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/** Whether the runs themselves can distinguish a change from chance. It says nothing about a repetition. */
public enum Evidence {
    /** The value is the same. */
    EQUAL("equal"),
    /** The values differ no more than the blocks of their steady windows scatter. */
    WITHIN("within-spread"),
    /** The values differ more than that. */
    BEYOND("beyond-spread"),
    /** There is too little data, or a value is only a bound, or a run cannot be believed. */
    INCONCLUSIVE("not-told");

    private final String label;

    Evidence(String label) {
        this.label = label;
    }

    /** The word in files. */
    public String label() {
        return label;
    }
}
