// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** The clock of an operation's timed section. */
public enum Timing {
    /** The HTTP transport: from the first byte of a request to the last byte of its response. */
    AUTO,
    /** The driver: {@link DriverContext#recordTime()} at the start and at the end. */
    MANUAL
}
