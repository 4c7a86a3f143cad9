// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** Whether the gap between two operations of a user begins at the start or at the end of the first one. */
public enum CycleType {
    CYCLETIME,
    THINKTIME
}
