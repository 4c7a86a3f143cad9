// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

/** How a platform is reached. Immutable; any thread. */
public interface PlatformAddress {
    /** The address for messages. */
    String place();

    /** A connection for sessions, which connects at the first. */
    PlatformConnection connection();
}
