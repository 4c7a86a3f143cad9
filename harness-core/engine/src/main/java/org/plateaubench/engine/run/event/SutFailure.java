// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

public enum SutFailure {
    /** It did not run when it was checked while the load was driven. */
    UNDER_LOAD,
    /** It did not run when it was checked after the comparison of its contents, just before it was to be stopped. */
    AT_THE_END,
    /** Its plugin failed during the check. */
    UNKNOWN
}
