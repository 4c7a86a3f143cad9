// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

final class HostAddresses {
    private static final int MOST = 64;

    private HostAddresses() {}

    /** The addresses of all interfaces except loopback; empty if they cannot be read. */
    static List<String> ofThisHost() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(address -> address.getHostAddress())
                    .limit(MOST)
                    .toList();
        } catch (SocketException e) {
            return List.of();
        }
    }
}
