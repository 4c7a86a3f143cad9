// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The start of the gap between two operations of a user. */
public enum CycleType {
    CYCLETIME,
    THINKTIME
}
