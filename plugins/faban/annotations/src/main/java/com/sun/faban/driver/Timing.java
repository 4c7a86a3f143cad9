// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

/** Whether the requests of an operation or its calls of {@link DriverContext#recordTime} bound its timed section. */
public enum Timing {
    AUTO,
    MANUAL
}
