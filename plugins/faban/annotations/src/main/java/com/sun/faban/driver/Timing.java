// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The clock of an operation's timed section. */
public enum Timing {
    AUTO,
    MANUAL
}
