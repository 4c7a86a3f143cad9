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
                description = "SHA-256 fingerprint of the controller's certificate. If set, only this certificate is"
                        + " accepted.",
                defaultValue = "")
        String fingerprint,

        @Parameter(
                description = "PEM file of trusted certificates; the controller's certificate must be one of them or be"
                        + " signed by one, and match the host in 'url'. Empty for the JVM's trust store.",
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

    /** User and address only; never the password. */
    @Override
    public String toString() {
        return user + "@" + url;
    }
}
