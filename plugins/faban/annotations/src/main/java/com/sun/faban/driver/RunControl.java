// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** What limits the length of a run. */
public enum RunControl {
    TIME,
    /** Cycles of each user, which Plateau does not support. */
    CYCLES
}
