// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

/** How a SUT failed once the load had begun. */
public enum SutFailure {
    /** It did not run when the watch asked, while the load was driven. */
    UNDER_LOAD,
    /** It did not run after what it holds was compared, the last moment before it is stopped. */
    AT_THE_END,
    /** Its plugin failed when it was asked. */
    UNKNOWN
}
