// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/**
 * Whether the runs themselves can distinguish a change from chance. This does not imply anything about a repetition.
 */
public enum Evidence {
    EQUAL,
    /** The difference of the values is within the scatter of the blocks of their steady windows. */
    WITHIN_SPREAD,
    /** The difference exceeds this scatter. */
    BEYOND_SPREAD,
    /** There is too little data, or a value is only a bound, or a run cannot be trusted. */
    NOT_TOLD
}
