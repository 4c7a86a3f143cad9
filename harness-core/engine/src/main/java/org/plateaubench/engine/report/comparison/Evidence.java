// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/** Whether the runs themselves can distinguish a change from chance. It says nothing about a repetition. */
public enum Evidence {
    /** The value is the same. */
    EQUAL,
    /** The values differ no more than the blocks of their steady windows scatter. */
    WITHIN_SPREAD,
    /** The values differ more than that. */
    BEYOND_SPREAD,
    /** There is too little data, or a value is only a bound, or a run cannot be trusted. */
    NOT_TOLD
}
