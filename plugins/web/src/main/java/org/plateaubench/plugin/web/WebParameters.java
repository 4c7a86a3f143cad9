// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.process.ClientCertificate;

public record WebParameters(
        @Parameter(
                description = "Address of the server, such as http://shop.lab:8080; a path in it precedes all paths.",
                defaultValue = "required",
                reach = Reach.TARGET)
        String url,

        @Parameter(
                description = "Further addresses, to which redirects and requests may lead.",
                defaultValue = "[]",
                reach = Reach.TARGET)
        List<String> others,

        @Parameter(description = "What users do: flows, steps and data.", defaultValue = "required")
        Map<String, Object> scenario,

        @Parameter(
                description = "Protocol: http1, or http2 with all requests of a user on one connection.",
                defaultValue = "http1")
        HttpSettings.Protocol protocol,

        @Parameter(description = "Headers of every request.", defaultValue = "{}")
        Map<String, String> headers,

        @Parameter(description = "User name of basic authentication; empty for none.", defaultValue = "")
        String user,

        @Parameter(description = "Password of basic authentication.", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description = "Token of bearer authentication, the same for all users; empty for none.",
                defaultValue = "",
                secret = true)
        String token,

        @Parameter(description = "Whether users keep cookies.", defaultValue = "true")
        boolean cookies,

        @Parameter(
                description = "Greatest size of an answer's body, also decompressed; a larger one is an error.",
                defaultValue = "16000000",
                unit = "bytes",
                min = 1,
                max = 500_000_000)
        int maxBodyBytes,

        @Parameter(
                description =
                        "Whether any certificate of the server is trusted, for servers with self-signed certificates.",
                defaultValue = "false")
        boolean anyCertificate,

        @Parameter(
                description =
                        "PEM file of the certificates and authorities that are trusted; empty for the JVM's trust store.",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate,
        PageParameters pages,
        TokenParameters tokens) {

    public WebParameters {
        others = List.copyOf(others);
        headers = Map.copyOf(headers);
    }

    public record PageParameters(
            @Parameter(
                    description =
                            "Whether the images, scripts and style sheets that an HTML page names are fetched with it.",
                    defaultValue = "false")
            boolean resources,

            @Parameter(
                    description = "Whether users keep these, as browsers do by Cache-Control and validators.",
                    defaultValue = "false")
            boolean cache) {
        static final PageParameters NONE = new PageParameters(false, false);
    }

    public record TokenParameters(
            @Parameter(
                    description = "Address that gives OAuth 2 access tokens for client credentials; empty for none.",
                    defaultValue = "",
                    reach = Reach.TARGET)
            String tokenUrl,

            @Parameter(description = "Client of OAuth 2.", defaultValue = "")
            String clientId,

            @Parameter(description = "Secret of that client.", defaultValue = "", secret = true)
            String clientSecret,

            @Parameter(description = "Scope of the access tokens; empty for the usual one.", defaultValue = "")
            String scope) {
        static final TokenParameters NONE = new TokenParameters("", "", "", "");

        boolean areUsed() {
            return !tokenUrl.isEmpty();
        }
    }
}
