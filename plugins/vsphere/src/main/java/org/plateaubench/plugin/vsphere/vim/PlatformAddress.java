// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

/** The address of a platform. Immutable; any thread. */
public interface PlatformAddress {
    /** The address for messages. */
    String place();

    /** Creates a connection for sessions, which connects when the first session is opened. */
    PlatformConnection connection();
}
