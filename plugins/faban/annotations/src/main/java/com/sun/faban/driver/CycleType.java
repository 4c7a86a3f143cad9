// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The start of the gap between two operations of a user. */
public enum CycleType {
    /** The gap lasts from the start of an operation to the start of the next. */
    CYCLETIME,
    /** The gap lasts from the end of an operation to the start of the next. */
    THINKTIME
}
