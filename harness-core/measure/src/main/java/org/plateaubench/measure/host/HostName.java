// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of a host on its network. Stateless; any thread. */
public final class HostName {
    private HostName() {}

    public static String ofThisHost(String otherwise) {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return otherwise;
        }
    }
}
