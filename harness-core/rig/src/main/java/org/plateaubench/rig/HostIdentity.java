// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.UUID;
import org.plateaubench.measure.host.RunningHost;

/**
 * Identifies the host, and its last start, to which a clock belongs. All processes of a host read the same monotonic
 * clock until the host is restarted; clocks of different hosts or starts are unrelated. Stateless.
 */
final class HostIdentity {
    private HostIdentity() {}

    /** A number that identifies the start of this host. If the system does not report the start, a random number. */
    static long ofThisHost() {
        return RunningHost.startOfThisHost().orElseGet(UUID::randomUUID).getMostSignificantBits();
    }
}
