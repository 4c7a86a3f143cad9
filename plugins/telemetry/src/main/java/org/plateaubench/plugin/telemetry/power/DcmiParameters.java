// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import org.plateaubench.api.Parameter;
import org.plateaubench.process.HostPort;

public record DcmiParameters(
        @Parameter(
                description = "Host name or address of the management controller; empty for the controller of the"
                        + " agent's host, through its kernel driver",
                defaultValue = "")
        String host,

        @Parameter(description = "UDP port", defaultValue = "623", min = 1, max = 65_535)
        int port,

        @Parameter(description = "User; empty with an empty host", defaultValue = "")
        String user,

        @Parameter(description = "Password; empty with an empty host", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description = "Number of the session's cipher suite in ipmitool; 17 is AES-128 with HMAC-SHA-256",
                defaultValue = "17",
                min = 0,
                max = 17)
        int cipher,

        @Parameter(description = "Privilege level of the session", defaultValue = "user")
        Privilege privilege) {

    /** Privilege levels of IPMI sessions. */
    public enum Privilege {
        USER,
        OPERATOR,
        ADMINISTRATOR
    }

    /** The keys as text, without the password. */
    @Override
    public String toString() {
        return user + "@" + HostPort.text(host, port);
    }
}
