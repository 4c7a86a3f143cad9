// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.time.Duration;
import java.util.Map;
import org.plateaubench.api.Parameter;

public record SnmpParameters(
        @Parameter(description = "Host and port of the device, such as switch1.lab:161", defaultValue = "required")
        String address,

        @Parameter(
                description = "Series by name, each the number of an object, such as {in: 1.3.6.1.2.1.31.1.1.1.6.2}",
                defaultValue = "required")
        Map<String, String> objects,

        @Parameter(
                description = "Community of version 2c, which is sent in the clear; empty for version 3",
                defaultValue = "",
                secret = true)
        String community,

        @Parameter(description = "User of version 3; empty for version 2c", defaultValue = "")
        String user,

        @Parameter(
                description = "Password by which that user is authenticated in version 3, 8 characters or more",
                defaultValue = "",
                secret = true)
        String password,

        @Parameter(description = "How that password authenticates", defaultValue = "sha-256")
        Authentication authentication,

        @Parameter(
                description = "Password by which messages are encrypted (AES-128); empty for messages in the clear",
                defaultValue = "",
                secret = true)
        String encryption,

        @Parameter(description = "Time between two samples", defaultValue = "5s", min = 1_000, max = 600_000)
        Duration every) {
    /** Protocols by which a user of version 3 is authenticated (RFC 7860, RFC 3414). */
    public enum Authentication {
        SHA_256,
        SHA_1
    }

    /** The keys as text, without secrets. */
    @Override
    public String toString() {
        return "SnmpParameters[address=" + address + ", objects=" + objects + "]";
    }
}
