// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ClientCertificate;

public record RedfishParameters(
        @Parameter(
                description = "Address of the management controller, such as https://bmc.lab",
                defaultValue = "required")
        String url,

        @Parameter(description = "User; empty for a service that requires none", defaultValue = "")
        String user,

        @Parameter(description = "Password; empty for a service that requires none", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description = "session: signs in once and out again; basic: user and password with each request",
                defaultValue = "session")
        Login login,

        @Parameter(
                description =
                        "SHA-256 fingerprint of the controller's certificate, the only one that is then accepted; empty for the"
                                + " certificates that the JVM trusts, or those of 'trust'",
                defaultValue = "")
        String fingerprint,

        @Parameter(
                description =
                        "PEM file of certificates: one of them, or one that they have signed, is then accepted for the name in"
                                + " 'url'; empty for those that the JVM trusts",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate,

        @Parameter(description = "Id of the chassis; empty where there is only one", defaultValue = "")
        String chassis) {

    public enum Login {
        SESSION,
        BASIC
    }

    /** The keys as text, without the password. */
    @Override
    public String toString() {
        return user + "@" + url;
    }
}
