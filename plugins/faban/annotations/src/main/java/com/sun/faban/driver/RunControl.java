// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The measure by which a run ends. */
public enum RunControl {
    TIME,
    /** Cycles of each user, which Plateau does not support. */
    CYCLES
}
