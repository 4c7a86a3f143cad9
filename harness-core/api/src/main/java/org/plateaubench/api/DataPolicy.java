// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The treatment of data that is already in the SUT. */
public enum DataPolicy {
    /** Data that matches the parameters is used unchanged; missing data is loaded. */
    REUSE,
    /** Changes since the data was loaded are undone; missing data is loaded. */
    RESET,
    /** All data is cleared and loaded again. */
    RELOAD
}
