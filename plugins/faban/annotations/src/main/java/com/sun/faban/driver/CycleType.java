// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The start of the gap between two operations of a user. */
public enum CycleType {
    /** From the start of an operation to the start of the next. */
    CYCLETIME,
    /** From the end of an operation to the start of the next. */
    THINKTIME
}
