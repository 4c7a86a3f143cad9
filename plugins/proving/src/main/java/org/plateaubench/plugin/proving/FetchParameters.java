// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.http.HttpSettings;

public record FetchParameters(
        @Parameter(
                description = "Scheme, host and port of the server, such as http://web.lab:8080.",
                defaultValue = "required")
        String origin,

        @Parameter(description = "Paths to fetch; each user begins with a different one.", defaultValue = "[/]")
        List<String> paths,

        @Parameter(
                description = "Bytes that every body must have, 0 for any length.",
                defaultValue = "0",
                unit = "bytes",
                min = 0)
        long bodyBytes,

        @Parameter(
                description = "How bodies are checked: not at all, by length, or by all bytes, which must be those of"
                        + " the first body of the path.",
                defaultValue = "length")
        Check check,

        @Parameter(
                description = "Protocol: http1, or http2, which uses one connection per user.",
                defaultValue = "http1")
        HttpSettings.Protocol protocol,

        @Parameter(
                description =
                        "Whether any certificate of the server is trusted, for servers with self-signed certificates.",
                defaultValue = "false")
        boolean anyCertificate) {
    /** The extent of the check of bodies. */
    public enum Check {
        NONE,
        LENGTH,
        BYTES
    }
}
